package library.confined;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ConcurrentHashMap;

/** Everything that changes is made by the call that changes it. */
public class Formatter {
    private final ConcurrentHashMap<String, Line> cache = new ConcurrentHashMap<>();
    private final ThreadLocal<Line> scratch = ThreadLocal.withInitial(Line::new);

    public String format(List<String> parts) {
        Line line = new Line();
        for (String part : parts) {
            line.add(part);
        }
        return line.text();
    }

    public String reuse(String part) {
        Line line = scratch.get();
        line.clear();
        line.add(part);
        return line.text();
    }

    public String cached(String key) {
        return cache.computeIfAbsent(key, Formatter::parse).text();
    }

    private static Line parse(String key) {
        Line line = new Line();
        line.add(key); // safe: not known to others yet
        return line;
    }

    private static final class Line {
        private final List<String> parts = new ArrayList<>();
        private int length;

        void add(String part) {
            parts.add(part); // safe: of one thread
            length += part.length(); // safe: of one thread
        }

        void clear() {
            parts.clear(); // safe: of one thread
            length = 0; // safe: of one thread
        }

        String text() {
            return parts + "/" + length; // safe: the map published it
        }
    }
}
