package heldout.faretable;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;

/** Pretends to be the remote tariff system. */
public class FareSource {
    private static final String[] STATIONS = {"Arn", "Bor", "Cal", "Dun", "Esk"};
    private static final ThreadLocal<StringBuilder> KEY = ThreadLocal.withInitial(StringBuilder::new);
    private final AtomicInteger calls = new AtomicInteger();

    public Map<String, Fare> loadAll() {
        calls.incrementAndGet(); // safe: atomic
        Map<String, Fare> result = new LinkedHashMap<>();
        for (int a = 0; a < STATIONS.length; a++) {
            for (int b = 0; b < STATIONS.length; b++) {
                if (a != b) {
                    String key = key(a, b);
                    result.put(key, new Fare(key, 300 + 150 * Math.abs(a - b))); // safe: local map
                }
            }
        }
        return result;
    }

    public static String key(int from, int to) {
        StringBuilder sb = KEY.get();
        sb.setLength(0); // safe: one builder per thread
        sb.append(STATIONS[from]).append('-').append(STATIONS[to]); // safe: one builder per thread
        return sb.toString(); // safe: one builder per thread
    }

    public static int stations() {
        return STATIONS.length;
    }

    public int calls() {
        return calls.get();
    }
}
