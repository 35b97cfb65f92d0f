package heldout.hedc;

import java.util.ArrayList;
import java.util.List;

/** Meta search over several (simulated) scientific archives. */
public class Main {

    public static void main(String[] args) throws InterruptedException {
        TaskPool pool = new TaskPool(3);
        runQuery(pool, "solar flare 2002", 60);
        runQuery(pool, "x-ray catalogue", 40);
        pool.shutdown();
        System.out.println("tasks completed so far: " + pool.completed());
    }

    private static void runQuery(TaskPool pool, String query, long patience) throws InterruptedException {
        MetaSearchRequest request = new MetaSearchRequest(query);
        List<Task> tasks = new ArrayList<>(); // safe: used by the main thread only
        tasks.add(new ArchiveTask("sohO", request, 2, 5));
        tasks.add(new ArchiveTask("hesi", request, 3, 4));
        tasks.add(new ArchiveTask("phoenix", request, 4, 200));
        tasks.add(new ArchiveTask("trace", request, 1, 12));
        tasks.add(new ArchiveTask("goes", request, 2, 9));

        for (Task t : tasks) {
            request.register();
            pool.execute(t);
        }

        boolean complete = request.await(patience);
        if (!complete) {
            for (Task t : tasks) {
                t.cancel();
            }
        }

        System.out.println(query + ": " + request.found() + " hits" + (complete ? "" : " (incomplete)"));
        for (MetaSearchResult r : request.snapshot()) {
            System.out.println("   " + r.archive + " " + r.title + " " + r.score);
        }
    }
}
