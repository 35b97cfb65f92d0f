package heldout.lazytest;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/** Test-like driver for a settings class that computes its values on first use. */
public class Main {

    static class Settings {
        private final String base;
        private String path;
        private int hash;
        private int eagerLength;

        Settings(String base) {
            this.base = base;
            this.eagerLength = base.length(); // safe: before the tasks are handed to the pool
        }

        String path() {
            if (path == null) { // race:path
                path = base + "/conf"; // race:path
            }
            return path; // race:path
        }

        @Override
        public int hashCode() {
            int h = hash; // race:hash
            if (h == 0) {
                h = base.hashCode() * 31 + eagerLength; // safe: never written again
                hash = h; // race:hash
            }
            return h;
        }
    }

    public static void main(String[] args) throws Exception {
        Settings shared = new Settings("/etc/app");
        Callable<String> test = () -> {
            Settings own = new Settings("/tmp");
            own.path(); // safe: the object never leaves this task
            return shared.path() + "#" + shared.hashCode();
        };
        ExecutorService pool = Executors.newFixedThreadPool(3);
        Set<String> seen = new HashSet<>();
        for (Future<String> f : pool.invokeAll(List.of(test, test, test))) {
            seen.add(f.get()); // safe: main thread only
        }
        pool.shutdown();
        System.out.println(seen.size() == 1 ? "ok " + shared.path : "FAILED " + seen); // safe: invokeAll has returned
    }
}
