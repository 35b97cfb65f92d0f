package heldout.logspliterator;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;

public class Main {
    private static String lastSeen;
    private final String[] lines;

    Main(int n) {
        lines = IntStream.range(0, n)
                .mapToObj(i -> (1000 + i) + (i % 10 == 0 ? " WARN" : " INFO") + " host" + i % 7)
                .toArray(String[]::new);
    }

    Stream<String> open(RecordSpliterator.Stats stats, boolean parallel) {
        return StreamSupport.stream(new RecordSpliterator(lines, stats, 0, lines.length, 0), parallel);
    }

    void warnings() {
        RecordSpliterator.Stats stats = new RecordSpliterator.Stats();
        long warnings = open(stats, true)
                .peek(l -> lastSeen = l) // race:lastSeen
                .filter(l -> l.contains("WARN")).count();
        System.out.println(warnings + " warnings, last " + (lastSeen != null)); // safe: after the loop
        System.out.println("delivered " + stats.delivered + " depth " + (stats.deepest > 0)); // safe: after the loop
    }

    void ordered() {
        int[] mapped = {0};
        StringBuilder out = new StringBuilder();
        open(new RecordSpliterator.Stats(), true)
                .map(l -> {
                    mapped[0]++; // race:mapped
                    return l.charAt(5);
                })
                .forEachOrdered(c -> {
                    out.append(c.charValue()); // safe: forEachOrdered runs one action at a time, in order
                });
        System.out.println(out.length());
    }

    void prefix() {
        int[] times = IntStream.range(0, 5000).toArray();
        int[] last = {-1};
        long rising = Arrays.stream(times).parallel().takeWhile(t -> {
            boolean ok = t >= last[0]; // race:last
            last[0] = t; // race:last
            return ok;
        }).count();
        int[] dropped = {0};
        long rest = Arrays.stream(times).dropWhile(t -> {
            dropped[0]++; // safe: sequential
            return t < 100;
        }).count();
        System.out.println((rising > 0) + " " + rest + " " + dropped[0]);
    }

    void tokens() {
        long tokens = open(new RecordSpliterator.Stats(), true).<String>mapMulti((l, sink) -> {
            List<String> parts = new ArrayList<>(Arrays.asList(l.split(" ")));
            parts.remove(0); // safe: list of this element
            parts.forEach(sink);
        }).count();
        System.out.println("tokens " + tokens);
    }

    public static void main(String[] args) {
        Main m = new Main(4000);
        m.warnings();
        m.ordered();
        m.prefix();
        m.tokens();
    }
}
