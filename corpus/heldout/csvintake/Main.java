package heldout.csvintake;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** Imports comma separated product lists chunk by chunk. */
public final class Main {

    /** One parsed line. */
    static final class Row {
        private final String key;
        private int quantity;
        private boolean valid;
        private String category;

        Row(String key, int quantity) {
            this.key = key;
            this.quantity = quantity; // safe: row travels along its own chain of stages
        }

        void validate() {
            valid = quantity >= 0; // safe: row travels along its own chain of stages
        }

        void classify() {
            category = quantity > 50 ? "bulk" : "piece"; // safe: before the row goes into the store
        }
    }

    /** All rows of one chunk, owned by the stage that runs. */
    static final class RowBatch {
        private final int number;
        private final List<Row> rows = new ArrayList<>();
        private int skipped;

        RowBatch(int number) {
            this.number = number;
        }

        void parse(String text) {
            for (String line : text.split("\n")) {
                String[] cells = line.split(",");
                if (cells.length != 2) {
                    skipped++; // safe: one stage at a time
                    continue;
                }
                rows.add(new Row(cells[0], Integer.parseInt(cells[1]))); // safe: one stage at a time
            }
        }
    }

    /** Sums of one chunk; the importer folds them together. */
    static final class Totals {
        private int stored;
        private int rejected;
        private int skipped;
        private long quantity;

        Totals plus(Totals other) {
            stored += other.stored; // safe: thenCombine runs after both futures
            rejected += other.rejected; // safe: thenCombine runs after both futures
            skipped += other.skipped; // safe: thenCombine runs after both futures
            quantity += other.quantity;
            return this;
        }
    }

    /** Rows by key, readable at any time. */
    static final class ProductStore {
        private final ConcurrentMap<String, Row> rows = new ConcurrentHashMap<>();

        void save(Row row) {
            row.classify();
            rows.put(row.key, row); // safe: ConcurrentHashMap
        }

        int bulkCount() {
            int count = 0;
            for (Row row : rows.values()) {
                if ("bulk".equals(row.category)) { // safe: row came out of the ConcurrentHashMap
                    count++;
                }
            }
            return count;
        }

        int size() {
            return rows.size();
        }
    }

    /** Book keeping that nobody waits for. */
    static final class AuditTrail {
        private int entries;
        private int lastChunk = -1;

        synchronized void note(int chunk) {
            entries++; // race:entries
            lastChunk = Math.max(lastChunk, chunk); // safe: under the monitor, main reads after termination
        }

        int entries() {
            return entries; // race:entries
        }

        int lastChunk() {
            return lastChunk; // safe: the pool has terminated
        }
    }

    static final class Importer {
        private final ExecutorService pool = Executors.newFixedThreadPool(3);
        private final ProductStore store = new ProductStore();
        private final AuditTrail audit = new AuditTrail();
        private final List<String> rejects = new ArrayList<>(512);
        private final Object bulkLock = new Object();
        private int finishedChunks;
        private int mostBulk;

        CompletableFuture<Totals> importChunk(int number, String text) {
            CompletableFuture<Totals> stored = CompletableFuture
                .supplyAsync(() -> parse(number, text), pool)
                .thenApplyAsync(this::validate, pool)
                .thenApplyAsync(this::persist, pool);
            stored.thenRunAsync(() -> audit.note(number), pool);
            return stored.whenComplete((totals, failure) -> {
                finishedChunks++; // race:finishedchunks
            });
        }

        private RowBatch parse(int number, String text) {
            RowBatch batch = new RowBatch(number);
            batch.parse(text);
            return batch;
        }

        private RowBatch validate(RowBatch batch) {
            for (Row row : batch.rows) { // safe: handed over from the stage before
                row.validate();
                if (!row.valid) { // safe: same stage
                    rejects.add(batch.number + ":" + row.key); // race:rejects
                }
            }
            return batch;
        }

        private Totals persist(RowBatch batch) {
            Totals totals = new Totals();
            totals.skipped = batch.skipped; // safe: handed over from the stage before
            for (Row row : batch.rows) {
                if (row.valid) { // safe: handed over from the stage before
                    store.save(row);
                    totals.stored++; // safe: local object until the stage ends
                    totals.quantity += row.quantity;
                } else {
                    totals.rejected++; // safe: local object until the stage ends
                }
            }
            int bulk = store.bulkCount();
            synchronized (bulkLock) {
                mostBulk = Math.max(mostBulk, bulk); // safe: under bulkLock
            }
            return totals;
        }

        Totals importAll(List<String> chunks) {
            CompletableFuture<Totals> sum = CompletableFuture.completedFuture(new Totals());
            for (int i = 0; i < chunks.size(); i++) {
                sum = sum.thenCombine(importChunk(i, chunks.get(i)), Totals::plus);
            }
            return sum.join();
        }

        int mostBulk() {
            synchronized (bulkLock) {
                return mostBulk; // safe: under bulkLock
            }
        }

        void close() throws InterruptedException {
            pool.shutdown();
            if (!pool.awaitTermination(5, TimeUnit.SECONDS)) {
                throw new IllegalStateException("import hangs");
            }
        }
    }

    private static String chunk(int number) {
        return IntStream.range(0, 40)
            .mapToObj(i -> i % 13 == 12 ? "broken" : "p" + number + "-" + i + "," + (i % 11 == 10 ? -1 : i * 2))
            .collect(Collectors.joining("\n"));
    }

    public static void main(String[] args) throws InterruptedException {
        List<String> chunks = new ArrayList<>();
        for (int i = 0; i < 10; i++) {
            chunks.add(chunk(i));
        }
        Importer importer = new Importer();
        Totals totals = importer.importAll(chunks);
        int audited = importer.audit.entries();
        int rejects = importer.rejects.size(); // safe: all validations done by join
        int finished = importer.finishedChunks; // safe: all chunks done by join
        importer.close();
        System.out.println("stored " + totals.stored + " rejected " + totals.rejected + " skipped " + totals.skipped);
        System.out.println("quantity " + totals.quantity + " keys " + importer.store.size());
        System.out.println("bulk " + importer.mostBulk() + " last chunk ok " + (importer.audit.lastChunk() < 10));
        System.out.println("plausible " + (audited <= 10 && rejects <= totals.rejected && finished <= 10));
    }
}
