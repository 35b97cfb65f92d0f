package heldout.routecache;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.LongStream;

public class Main {
    static class City {
        final String name;
        final int x;
        final int y;
        private String label;

        City(String name, int x, int y) {
            this.name = name;
            this.x = x;
            this.y = y;
        }

        String label() {
            if (label == null) { // race:label
                label = name + "@" + x + "," + y; // race:label
            }
            return label; // race:label
        }
    }

    static class Route {
        final City from;
        final City to;
        private double length = -1;
        String text;

        Route(City from, City to) {
            this.from = from;
            this.to = to;
        }

        double length() {
            if (length < 0) { // safe: every route is once in the list
                length = Math.hypot(from.x - to.x, from.y - to.y); // safe: every route is once in the list
            }
            return length; // safe: every route is once in the list
        }
    }

    private static final Map<Long, Integer> STEPS = new HashMap<>(1 << 18);
    private static final Map<Long, Integer> LOCKED_STEPS = new HashMap<>();
    private static final Map<Integer, Long> FACTORIALS = new ConcurrentHashMap<>();
    private static int[] squares;
    private static volatile double[] roots;

    static int collatz(long n) {
        if (n == 1) {
            return 0;
        }
        Integer known = STEPS.get(n); // race:STEPS
        if (known != null) {
            return known;
        }
        int steps = 1 + collatz(n % 2 == 0 ? n / 2 : 3 * n + 1);
        STEPS.put(n, steps); // race:STEPS
        return steps;
    }

    static synchronized int lockedCollatz(long n) {
        if (n == 1) {
            return 0;
        }
        Integer known = LOCKED_STEPS.get(n); // safe: class lock
        if (known == null) {
            known = 1 + lockedCollatz(n % 2 == 0 ? n / 2 : 3 * n + 1);
            LOCKED_STEPS.put(n, known); // safe: class lock
        }
        return known;
    }

    static long factorial(int n) {
        return FACTORIALS.computeIfAbsent(n, k -> LongStream.rangeClosed(1, k).reduce(1, (a, b) -> a * b)); // safe: concurrent map
    }

    static int square(int i) {
        if (squares == null) { // race:squares
            int[] fresh = new int[100];
            for (int k = 0; k < 100; k++) {
                fresh[k] = k * k; // race:squareCells
            }
            squares = fresh; // race:squares
        }
        int[] table = squares; // race:squares
        return table[i]; // race:squareCells
    }

    static double root(int i) {
        double[] table = roots; // safe: volatile
        if (table == null) {
            table = new double[100];
            for (int k = 0; k < 100; k++) {
                table[k] = Math.sqrt(k); // safe: published by the volatile write
            }
            roots = table;
        }
        return table[i]; // safe: own table or read through the volatile field
    }

    static <T> T same(T value) {
        return value;
    }

    public static void main(String[] args) {
        List<City> cities = IntStream.range(0, 30).mapToObj(i -> new City("C" + i, i * 7 % 31, i * 11 % 29)).collect(Collectors.toList());
        List<Route> routes = new ArrayList<>();
        for (City a : cities) {
            for (City b : cities) {
                routes.add(new Route(a, b)); // safe: main only
            }
        }
        List<Route> longOnes = new ArrayList<>(routes.size());
        routes.parallelStream().forEach(r -> {
            r.text = r.from.label() + " - " + r.to.label(); // safe: own element
            if (r.length() > 15) {
                same(longOnes).add(r); // race:longOnes
            }
        });
        System.out.println(longOnes.size() + " " + routes.get(1).text); // safe: after the loop

        int deepest = IntStream.rangeClosed(1, 3000).parallel().map(n -> collatz(n)).max().orElse(0);
        int locked = IntStream.rangeClosed(1, 3000).parallel().map(n -> lockedCollatz(n)).max().orElse(0);
        System.out.println(deepest + " " + locked + " " + STEPS.size()); // safe: after the loops
        System.out.println(IntStream.range(0, 20).parallel().mapToLong(Main::factorial).sum());
        System.out.println(IntStream.range(0, 5000).parallel().map(i -> square(i % 100)).sum());
        System.out.printf("%.1f%n", IntStream.range(0, 5000).parallel().mapToDouble(i -> root(i % 100)).sum());
    }
}
