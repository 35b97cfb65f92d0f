package threads.poolsize;

import java.util.Properties;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;

/** How many threads a pool has is a constant, what the machine has, or what somebody configured: with one, its tasks take turns. */
public class Main {
    static final class Importer {
        private final ExecutorService pool;
        private int imported;

        Importer(Properties config) {
            pool = Executors.newFixedThreadPool(Integer.parseInt(config.getProperty("threads", "1")));
        }

        void load(int rows) {
            pool.execute(() -> {
                imported += rows; // safe: the pool has one thread (false alarm: what the properties say is not known)
            });
        }

        int finish() throws InterruptedException {
            pool.shutdown();
            while (!pool.awaitTermination(1, TimeUnit.SECONDS)) {
                Thread.onSpinWait();
            }
            return imported; // safe: all tasks are over
        }
    }

    static final class Exporter {
        private final ExecutorService pool;
        private int exported;

        Exporter(int threads) {
            pool = Executors.newFixedThreadPool(threads);
        }

        void store(int rows) {
            pool.execute(() -> {
                exported += rows; // race:exported
            });
        }

        void finish() throws InterruptedException {
            pool.shutdown();
            while (!pool.awaitTermination(1, TimeUnit.SECONDS)) {
                Thread.onSpinWait();
            }
        }
    }

    static int hashed;

    public static void main(String[] args) throws InterruptedException {
        Properties config = new Properties();
        config.setProperty("threads", "1");
        Importer importer = new Importer(config);
        Exporter exporter = new Exporter(4);
        ExecutorService machine = Executors.newFixedThreadPool(Math.max(2, Runtime.getRuntime().availableProcessors()));
        for (int i = 0; i < 10; i++) {
            int rows = i;
            importer.load(rows);
            exporter.store(rows);
            machine.execute(() -> {
                hashed ^= rows; // race:hashed
            });
        }
        machine.shutdown();
        exporter.finish();
        System.out.println(importer.finish());
    }
}
