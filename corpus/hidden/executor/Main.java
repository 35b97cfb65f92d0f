package hidden.executor;

import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;

/** Two tasks of a pool; the one that waits for a slow disk comes long after the other, and both count in a catalogue. */
public final class Main {
    static final class Catalogue {
        private int books;

        void count() {
            synchronized (this) {
                books++;
            }
        }
    }

    static final class Shelf {
        private String last = "none";
        private final Catalogue catalogue = new Catalogue();

        void add(String title) {
            last = title; // race:last
            catalogue.count();
        }

        void read() {
            disk();
            catalogue.count();
            if (last == null) { // race:last
                throw new IllegalStateException("no title");
            }
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Shelf shelf = new Shelf();
        ExecutorService pool = Executors.newFixedThreadPool(2);
        pool.execute(() -> shelf.add("Emma"));
        pool.execute(shelf::read);
        pool.shutdown();
        if (!pool.awaitTermination(60, TimeUnit.SECONDS)) {
            throw new IllegalStateException("too slow");
        }
        System.out.println("done");
    }

    private static void disk() {
        try {
            Thread.sleep(80);
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }
}
