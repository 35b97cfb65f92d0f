package heldout.bootgates;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

public class Main {
    private final CountDownLatch startGate = new CountDownLatch(1);
    private final CountDownLatch ready = new CountDownLatch(3);
    private final CountDownLatch indexed = new CountDownLatch(2);
    private final CountDownLatch migrated = new CountDownLatch(1);
    private final CountDownLatch extracted = new CountDownLatch(1);
    private final CountDownLatch loaded = new CountDownLatch(1);

    private int port;
    private final String[] endpoints = new String[3];
    private final boolean[] warmed = new boolean[3];
    private final int[] indexSizes = new int[3];
    private int schemaVersion;
    private int tables;
    private int rowsRead;
    private int rowsWritten;

    void service(int id) {
        await(startGate);
        endpoints[id] = "svc-" + id + ":" + (port + id); // safe: port set before the gate opens, own slot
        ready.countDown();
        warmed[id] = true; // race:warmed
    }

    void indexer(int id) {
        await(startGate);
        indexSizes[id] = 100 * (id + 1); // race:indexSizes missed: how many count a latch down is not compared with its number
        indexed.countDown();
    }

    void migrate() {
        schemaVersion = 7; // race:schemaVersion
        tables = 12; // safe: read only after a successful await
        migrated.countDown();
    }

    void extract() {
        rowsRead = 50; // safe: ordered by extracted
        extracted.countDown();
    }

    void load() {
        await(extracted);
        rowsWritten = rowsRead - 1; // safe: ordered by extracted and loaded
        loaded.countDown();
    }

    private static void await(CountDownLatch latch) {
        boolean interrupted = false;
        while (true) {
            try {
                latch.await();
                break;
            } catch (InterruptedException e) {
                interrupted = true;
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    void boot() throws InterruptedException {
        for (int i = 0; i < 3; i++) {
            int id = i;
            new Thread(() -> service(id), "service-" + id).start();
            new Thread(() -> indexer(id), "indexer-" + id).start();
        }
        port = 8080; // safe: the threads wait for the gate
        startGate.countDown();

        ready.await();
        for (String e : endpoints) {
            System.out.println(e); // safe: all three have counted down
        }
        int warm = 0;
        for (boolean w : warmed) { // race:warmed
            if (w) {
                warm++;
            }
        }
        System.out.println("warm " + warm);

        indexed.await();
        int size = 0;
        for (int i = 0; i < indexSizes.length; i++) {
            size += indexSizes[i]; // race:indexSizes missed: as above
        }
        System.out.println("index " + size);

        new Thread(this::migrate, "migrate").start();
        migrated.await(5, TimeUnit.MILLISECONDS);
        System.out.println("schema " + schemaVersion); // race:schemaVersion
        if (migrated.await(10, TimeUnit.SECONDS)) {
            System.out.println("tables " + tables); // safe: await said true
            System.out.println("schema for sure " + schemaVersion); // safe: await said true
        }

        Thread loader = new Thread(this::load, "load");
        Thread extractor = new Thread(this::extract, "extract");
        loader.start();
        extractor.start();
        loaded.await();
        System.out.println(rowsWritten + " of " + rowsRead); // safe: through both latches
    }

    public static void main(String[] args) throws InterruptedException {
        new Main().boot();
    }
}
