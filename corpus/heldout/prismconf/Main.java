package heldout.prismconf;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

public class Main {
    private static final BitSet seen = new BitSet();
    private static int monitorCalls;

    private static void onChange(Snapshot before, Snapshot after) {
        synchronized (seen) {
            seen.set(after.version()); // safe: under the monitor of seen
            monitorCalls++; // safe: under the monitor of seen
        }
    }

    private static int serve(ConfigStore store, int id) {
        Overrides.put("user", "u" + id);
        int good = 0;
        for (int i = 0; i < 200; i++) {
            Snapshot s = store.snapshot();
            boolean same = s.derive().build().version() == s.version() + 1;
            if (same && Overrides.resolve(s, "user").equals("u" + id)) {
                good++;
            }
        }
        Overrides.clear();
        return good;
    }

    public static void main(String[] args) throws Exception {
        ConfigStore store = new ConfigStore();
        store.watch(Main::onChange);
        AtomicInteger upward = new AtomicInteger();
        store.watch((a, b) -> upward.addAndGet(b.version() - a.version()));

        ExecutorService pool = Executors.newFixedThreadPool(4);
        List<Future<Integer>> requests = new ArrayList<>();
        for (int id = 0; id < 2; id++) {
            int me = id;
            requests.add(pool.submit(() -> serve(store, me)));
        }
        for (int e = 0; e < 2; e++) {
            int editor = e;
            pool.execute(() -> {
                for (int i = 0; i < 15; i++) {
                    String key = "k" + editor + "." + i % 4;
                    if (i % 5 == 4) {
                        store.update(b -> b.unset(key));
                    } else {
                        store.update(b -> b.set(key, "v"));
                    }
                }
            });
        }
        System.out.println("changes " + store.awaitChanges(30));
        int good = 0;
        for (Future<Integer> request : requests) {
            good += request.get();
        }
        pool.shutdown();
        while (!pool.awaitTermination(1, TimeUnit.SECONDS)) {
            Thread.onSpinWait();
        }
        System.out.println("good " + good + " upward " + upward.get());
        System.out.println("versions " + store.versions().size() + "/" + store.longestHistory());
        System.out.println("seen " + seen.cardinality() + " calls " + monitorCalls); // safe: pool has terminated
    }
}
