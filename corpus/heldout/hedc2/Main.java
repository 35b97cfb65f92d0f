package heldout.hedc2;

import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;

/** A meta search over several web archives with a time limit per query. */
public class Main {

    private final ExecutorService pool = Executors.newFixedThreadPool(3);
    private int queries;

    private void search(String query, long timeout) throws InterruptedException {
        queries++; // safe: main only
        MetaSearchRequest request = new MetaSearchRequest(query);
        request.add(new ArchiveTask(request, "soho", 2, 10));
        request.add(new ArchiveTask(request, "trace", 3, 15));
        request.add(new ArchiveTask(request, "phoenix", 2, 10));
        request.add(new ArchiveTask(request, "kanzel", 4, 20));
        request.go(pool, timeout);
        System.out.println(request.summary());
        System.out.println("  answers so far " + request.getAnswered());
    }

    private void close() throws InterruptedException {
        pool.shutdown();
        if (!pool.awaitTermination(1, TimeUnit.SECONDS)) {
            pool.shutdownNow();
        }
        System.out.println(queries + " queries, " + ArchiveTask.totalPages() + " pages");
    }

    public static void main(String[] args) throws InterruptedException {
        Main app = new Main();
        app.search("flare class=X", 40);
        app.search("cme halo", 300);
        app.close();
    }
}
