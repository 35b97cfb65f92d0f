package order.termination;

import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;

/** Thumbnails made by a pool: one total is read after the pool has terminated, another after mere shutdown. */
public final class Main {
    static final class Album {
        int small;
        int large;
        int failed;
        String last = "";
    }

    static void shrink(Album album, int picture) {
        synchronized (album) {
            album.small += picture; // safe: under the album
        }
        album.large++; // race:large
        album.last = "picture " + picture; // race:last
    }

    static void process(Album album) {
        ExecutorService pool = Executors.newFixedThreadPool(2);
        for (int i = 0; i < 10; i++) {
            int picture = i;
            pool.execute(() -> shrink(album, picture));
        }
        pool.shutdown();
        String text = album.last; // race:last
        boolean interrupted = false;
        while (true) {
            try {
                if (pool.awaitTermination(1, TimeUnit.SECONDS)) {
                    break;
                }
            } catch (InterruptedException e) {
                interrupted = true;
                album.failed++; // safe: only main
            }
        }
        if (interrupted || text == null || album.large == 0) { // safe: terminated
            throw new AssertionError();
        }
        System.out.println(album.small + album.failed); // safe: terminated
        System.out.println(album.last.length()); // safe: terminated
    }

    static void hurry(Album album) {
        ExecutorService pool = Executors.newCachedThreadPool();
        pool.execute(() -> album.failed += 2); // race:failed
        pool.shutdown();
        int failed = album.failed; // race:failed
        if (failed > 2) {
            throw new AssertionError();
        }
    }

    public static void main(String[] args) {
        process(new Album());
        hurry(new Album());
    }
}
