package loops.lines;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.StringReader;
import java.io.UncheckedIOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** A log file is read line by line and evaluated in parallel; a reader gives out one line after the other. */
public final class Main {
    static final class Line {
        final String level;
        final int millis;
        boolean slow;

        Line(String level, int millis) {
            this.level = level;
            this.millis = millis;
        }
    }

    /** Counts what the loop's library reads, which is one line after the other. */
    static final class Source extends BufferedReader {
        int read;

        Source(String text) {
            super(new StringReader(text));
        }

        @Override
        public String readLine() throws IOException {
            read++; // safe: the stream of lines asks for one after the other
            return super.readLine();
        }
    }

    private static final Pattern FORMAT = Pattern.compile("(\\w+) took (\\d+)");
    private static final Matcher REUSED = FORMAT.matcher("");
    private static int bad;

    private final Map<String, Integer> levels = new HashMap<>(64);
    private int lines;

    static Line parse(String text) {
        Matcher matcher = FORMAT.matcher(text); // safe: patterns are immutable
        if (!matcher.matches()) { // safe: made by this call
            bad++; // race:bad
            return new Line("BAD", 0);
        }
        return new Line(matcher.group(1), Integer.parseInt(matcher.group(2))); // safe: made by this call
    }

    static boolean careless(String text) {
        try {
            return REUSED.reset(text).matches(); // race:matcher
        } catch (RuntimeException e) {
            return false;
        }
    }

    long slow(Source source) {
        return source.lines().parallel().map(text -> {
            lines++; // race:lines
            return parse(text);
        }).filter(line -> {
            line.slow = line.millis > 900; // safe: each line is new
            levels.put(line.level, line.millis); // race:levels
            return line.slow; // safe: each line is new
        }).collect(Collectors.toList()).size();
    }

    public static void main(String[] args) throws IOException {
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < 2500; i++) {
            text.append(i % 50 == 0 ? "garbage" : (i % 3 == 0 ? "INFO" : "WARN") + " took " + i % 1000).append('\n'); // safe: before the loops
        }
        Main log = new Main();
        try (Source source = new Source(text.toString())) {
            System.out.println(log.slow(source) + " " + (source.read > 2500)); // safe: the loop has ended
        } catch (UncheckedIOException e) {
            throw new AssertionError(e);
        }
        List<String> all = text.toString().lines().collect(Collectors.toList());
        long matching = all.parallelStream().filter(Main::careless).collect(Collectors.toList()).size();
        Map<String, Long> byLevel = text.toString().lines().parallel().map(Main::parse)
                .collect(Collectors.groupingBy(line -> line.level, TreeMap::new, Collectors.counting())); // safe: maps of the collector
        System.out.println(byLevel);
        if (bad < 0 || log.lines > 2500 || log.levels.size() > 10 || matching > 2500) { // safe: the loops have ended
            throw new AssertionError();
        }
    }
}
