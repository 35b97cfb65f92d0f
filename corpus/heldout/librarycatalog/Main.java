package heldout.librarycatalog;

import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;

@SuppressWarnings("try")
public class Main {
    public static void main(String[] args) throws InterruptedException {
        Catalog catalog = new Catalog();
        for (int i = 0; i < 5; i++) {
            catalog.add("isbn-" + i, "Title " + i);
        }

        ExecutorService desk = Executors.newFixedThreadPool(4);
        desk.execute(() -> {
            for (int i = 5; i < 10; i++) {
                catalog.add("isbn-" + i, "Title " + i);
            }
        });
        desk.execute(() -> receiveDonation(catalog));
        for (int r = 0; r < 2; r++) {
            desk.execute(() -> {
                int hits = 0;
                for (int i = 0; i < 5; i++) {
                    hits += catalog.find("isbn-" + i) != null ? 1 : 0;
                    hits += catalog.findRecent("isbn-" + i) != null ? 1 : 0;
                }
                System.out.println("hits " + hits);
            });
        }

        int size = catalog.shelves().size(); // race:shelves1,shelves2
        System.out.println("size about " + size);
        System.out.println("additions " + catalog.getAdditions());
        try (Guard g = Guard.on(catalog.reading())) {
            for (String isbn : catalog.shelves().keySet()) { // safe: read lock held
                System.out.print(isbn + " ");
            }
            System.out.println();
        }

        desk.shutdown();
        while (!desk.awaitTermination(100, TimeUnit.MILLISECONDS)) {
            System.out.println("waiting");
        }
        System.out.println("lookups " + catalog.getLookups());
        System.out.println("shelves " + catalog.shelves().size()); // safe: pool has terminated
    }

    private static void receiveDonation(Catalog catalog) {
        catalog.writing().lock();
        try {
            catalog.shelves().put("gift-1", "Old Maps"); // race:shelves2
        } finally {
            catalog.writing().unlock();
        }
    }
}
