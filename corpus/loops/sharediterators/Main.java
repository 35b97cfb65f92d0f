package loops.sharediterators;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;

/** One iterator for all iterations of a loop, over collections that never change: the collection is safe, the iterator is not. */
public final class Main {
    private static final List<String> CITIES = List.of("Ulm", "Bonn", "Jena");
    private static final Set<Integer> ODD = Set.of(1, 3, 5, 7);
    private static final Map<String, Integer> CODES = Map.of("a", 1, "b", 2, "c", 3);

    static int shared(int helpers) {
        Iterator<String> cities = CITIES.iterator();
        IntStream.range(0, helpers).parallel().forEach(helper -> {
            if (cities.hasNext()) { // race:cities
                System.out.println(helper + cities.next()); // race:cities
            }
        });
        Iterator<Integer> odd = ODD.iterator();
        IntStream.range(0, helpers).parallel().forEach(helper -> {
            if (odd.hasNext()) { // race:odd
                System.out.println(helper + odd.next()); // race:odd
            }
        });
        Iterator<Integer> doubled = IntStream.range(0, 9).mapToObj(i -> 2 * i).toList().iterator();
        Thread helper = new Thread(() -> System.out.println(doubled.next())); // race:doubled
        helper.start();
        return doubled.next(); // race:doubled
    }

    static int own(int helpers) {
        List<String> copy = List.copyOf(new ArrayList<>(CITIES));
        return IntStream.range(0, helpers).parallel().map(helper -> {
            int length = 0;
            for (String city : CITIES) { // safe: each iteration has an iterator of its own, and the list does not change
                length += city.length();
            }
            for (String city : copy.subList(0, 2)) { // safe: the same of a part of a copy
                length += city.length();
            }
            for (Map.Entry<String, Integer> code : CODES.entrySet()) { // safe: the same of a map
                length += ODD.contains(code.getValue()) ? 1 : 0; // safe: only asked
            }
            return length;
        }).sum();
    }

    public static void main(String[] args) {
        System.out.println(own(4) + shared(4));
    }
}
