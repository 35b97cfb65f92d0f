package heldout.hedc3;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** Meta search over several astrophysics archives with a deadline. */
public class Main {
    private static final String[] ARCHIVES = {"rag", "soho", "phoenix", "hessi", "kso"};

    public static void main(String[] args) throws InterruptedException {
        WorkerPool pool = new WorkerPool(2);
        MetaSearch search = new MetaSearch(pool);
        Map<String, List<String>> answer = search.search("flare-2002", 30);
        answer.forEach((archive, hits) -> System.out.println(archive + ": " + hits)); // safe: only main has the map
        System.out.println("tasks served so far: " + pool.completed());
    }

    static class MetaSearch {
        private final WorkerPool pool;

        MetaSearch(WorkerPool pool) {
            this.pool = pool;
        }

        Map<String, List<String>> search(String event, long deadlineMs) throws InterruptedException {
            CountDownLatch done = new CountDownLatch(ARCHIVES.length);
            List<Task> tasks = new ArrayList<>();
            long latency = 2;
            for (String a : ARCHIVES) {
                Task t = new Task(a, event, latency, done);
                latency += 2;
                tasks.add(t); // safe: list is used by main only
                pool.submit(t);
            }
            if (!done.await(deadlineMs, TimeUnit.MILLISECONDS)) {
                System.out.println("deadline reached, cancelling the rest");
            }
            Map<String, List<String>> merged = new LinkedHashMap<>();
            for (Task t : tasks) {
                if (t.isFinished()) {
                    List<String> hits = t.getHits();
                    if (hits != null) {
                        merged.put(t.getArchive(), hits);
                    }
                } else {
                    t.cancel();
                }
            }
            return merged;
        }
    }
}
