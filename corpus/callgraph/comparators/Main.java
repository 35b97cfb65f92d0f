// Collections call back: compareTo and compare from sorted sets, maps, queues and sorts, equals and hashCode from hashed
// ones, for keys with a deliberate collision.
package callgraph.comparators;

import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

public class Main {
    public static void main(String[] args) {
        List<Version> versions = new ArrayList<>();
        for (String text : new String[] {"1.10", "1.2", "0.9", "1.2"}) {
            versions.add(Version.parse(text));
        }
        Collections.sort(versions);
        System.out.println(versions);
        versions.sort(new ByMinor());
        System.out.println(versions);
        System.out.println(Collections.max(versions, new ByMinor().reversed()));
        System.out.println(new TreeSet<>(versions).first());
        Set<Version> distinct = new LinkedHashSet<>(versions);
        System.out.println(distinct.size() + " " + distinct.contains(new Version(0, 9)));

        Map<Version, String> names = new HashMap<>();
        names.put(new Version(1, 2), "old");
        names.put(new Version(2, 1), "collides");
        names.put(new Version(1, 2), "new");
        System.out.println(names.get(new Version(2, 1)) + " " + names.size());
        System.out.println(versions.indexOf(new Version(1, 10)));

        PriorityQueue<Version> queue = new PriorityQueue<>(new Comparator<Version>() {
            @Override
            public int compare(Version left, Version right) {
                return right.compareTo(left);
            }
        });
        queue.addAll(versions);
        System.out.println(queue.poll());
        TreeMap<String, Integer> words = new TreeMap<>(Main::ignoringCase);
        words.put("b", 1);
        words.put("A", 2);
        words.put("B", 3);
        System.out.println(words);
    }

    private static int ignoringCase(String left, String right) {
        return left.compareToIgnoreCase(right);
    }
}

final class Version implements Comparable<Version> {
    final int major;
    final int minor;

    Version(int major, int minor) {
        this.major = major;
        this.minor = minor;
    }

    static Version parse(String text) {
        int dot = text.indexOf('.');
        return new Version(Integer.parseInt(text.substring(0, dot)), Integer.parseInt(text.substring(dot + 1)));
    }

    @Override
    public int compareTo(Version other) {
        return major != other.major ? Integer.compare(major, other.major) : Integer.compare(minor, other.minor);
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Version && compareTo((Version) other) == 0;
    }

    @Override
    public int hashCode() {
        return major + minor;
    }

    @Override
    public String toString() {
        return major + "." + minor;
    }
}

class ByMinor implements Comparator<Version> {
    @Override
    public int compare(Version left, Version right) {
        return Integer.compare(left.minor, right.minor);
    }
}
