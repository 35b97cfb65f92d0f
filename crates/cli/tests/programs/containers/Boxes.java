import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.LinkedList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.Vector;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;

/** Collections that may hold each other: there are more ways from one call to a label than anybody could list. */
public class Boxes {
    public static void main(String[] args) {
        List<Object> all = new ArrayList<>();
        List<Collection<Object>> collections = List.of(new ArrayList<>(), new LinkedList<>(), new ArrayDeque<>(),
                new HashSet<>(), new LinkedHashSet<>(), new TreeSet<>(), new Vector<>(), new CopyOnWriteArrayList<>());
        List<Map<Object, Object>> maps =
                List.of(new HashMap<>(), new LinkedHashMap<>(), new TreeMap<>(), new ConcurrentHashMap<>());
        all.addAll(collections);
        all.addAll(maps);
        all.add(new Label());
        for (Object one : all) {
            collections.get(0).add(one);
            collections.forEach(collection -> collection.add(one));
            maps.forEach(map -> map.put(one, one));
        }
        System.out.println(all.hashCode());
    }

    static class Label {
        @Override
        public int hashCode() {
            return 7;
        }
    }
}
