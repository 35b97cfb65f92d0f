package heldout.importjob;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentHashMap;

/** Imports customers from CSV rows: one reader, a bounded queue, two savers, one progress reporter. */
public class Main {
    private static final String END = new String("<end>");

    record Customer(String id, String name, int age) {
        static Customer parse(String row) {
            String[] cells = row.split(";");
            if (cells.length != 3) {
                throw new IllegalArgumentException("expected 3 cells");
            }
            return new Customer(cells[0], cells[1], Integer.parseInt(cells[2]));
        }
    }

    interface Store<K, V> {
        void save(K key, V value);

        int count();
    }

    static class MemoryStore<K, V> implements Store<K, V> {
        private final Map<K, V> rows = new ConcurrentHashMap<>();

        @Override
        public void save(K key, V value) {
            rows.put(key, value); // safe: concurrent map
        }

        @Override
        public int count() {
            return rows.size();
        }
    }

    static class Saver implements Runnable {
        private final BlockingQueue<String> queue;
        private final Store<String, Customer> store;
        private final ImportProgress progress;
        private int ageSum;

        Saver(BlockingQueue<String> queue, Store<String, Customer> store, ImportProgress progress) {
            this.queue = queue;
            this.store = store;
            this.progress = progress;
        }

        @Override
        public void run() {
            try {
                String row;
                while ((row = queue.take()) != END) {
                    try {
                        Customer customer = Customer.parse(row);
                        store.save(customer.id(), customer);
                        ageSum += customer.age(); // safe: one Saver object per thread
                        progress.rowDone(row);
                    } catch (IllegalArgumentException e) {
                        progress.rowRejected(row, e);
                    }
                }
                queue.put(END);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }
    }

    static void report(ImportProgress progress) {
        while (progress.phase() != ImportProgress.Phase.DONE) {
            System.out.println(progress + " problems=" + progress.problemCount()
                    + " widest=" + progress.longestProblem());
            try {
                Thread.sleep(4);
            } catch (InterruptedException e) {
                return;
            }
        }
    }

    public static void main(String[] args) throws InterruptedException {
        List<String> csv = new ArrayList<>();
        for (int i = 0; i < 60; i++) {
            csv.add(i % 13 == 7 ? "broken-" + i : "c" + i + ";Name" + i + ";" + (20 + i % 50));
        }
        BlockingQueue<String> queue = new ArrayBlockingQueue<>(8);
        Store<String, Customer> store = new MemoryStore<>();
        ImportProgress progress = new ImportProgress();
        progress.begin(csv.size());

        Thread reporter = new Thread(() -> report(progress), "progress");
        reporter.setDaemon(true);
        reporter.start();

        Saver[] savers = new Saver[2];
        Thread[] threads = new Thread[savers.length];
        for (int i = 0; i < savers.length; i++) {
            savers[i] = new Saver(queue, store, progress);
            threads[i] = new Thread(savers[i], "saver-" + i);
            threads[i].start();
        }
        Thread reader = new Thread(() -> {
            try {
                for (String row : csv) { // safe: list is complete before start()
                    queue.put(row);
                }
                queue.put(END);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }, "reader");
        reader.start();
        reader.join();
        int ages = 0;
        for (int i = 0; i < threads.length; i++) {
            threads[i].join();
            ages += savers[i].ageSum; // safe: after join
        }
        progress.finish();
        System.out.println("stored " + store.count() + ", sum of ages " + ages);
        System.out.println(progress.longestProblem());
    }
}
