package heldout.buildsys;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.LongAdder;

final class BuildContext {
    final Map<String, String> env = new HashMap<>();
    final ConcurrentMap<String, Artifact> cache = new ConcurrentHashMap<>();
    final LongAdder cacheHits = new LongAdder();
    final AtomicInteger finished = new AtomicInteger();
    boolean failed;

    private final List<String> log = new ArrayList<>();

    void log(String line) {
        synchronized (log) {
            log.add(Thread.currentThread().getName() + " " + line); // safe: guarded by log
        }
    }

    List<String> drainLog() {
        synchronized (log) {
            List<String> copy = new ArrayList<>(log); // safe: guarded by log
            log.clear(); // safe: guarded by log
            return copy;
        }
    }
}
