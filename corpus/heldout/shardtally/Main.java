package heldout.shardtally;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.atomic.AtomicLongArray;

public class Main {
    private static final int WORKERS = 4;
    private static final int ROUNDS = 200;
    private static final String[] LABELS = {"red", "green", "blue", "amber", "violet"};

    private static final AtomicLongArray HISTOGRAM = new AtomicLongArray(LABELS.length);

    /** One ingest worker; keeps a private counter besides the shared ones. */
    static class Ingest implements Runnable {
        private final int id;
        private final StripedCounter total;
        private final TopKeys keys;
        private final CyclicBarrier start;
        private final long[] perWorker;
        private long localSum;
        private boolean sane = true;

        Ingest(int id, StripedCounter total, TopKeys keys, CyclicBarrier start, long[] perWorker) {
            this.id = id;
            this.total = total;
            this.keys = keys;
            this.start = start;
            this.perWorker = perWorker;
        }

        @Override
        public void run() {
            StripedCounter own = new StripedCounter("own-" + id);
            try {
                start.await();
            } catch (Exception e) {
                throw new IllegalStateException(e);
            }
            for (int i = 0; i < ROUNDS; i++) {
                String label = LABELS[(i + id) % LABELS.length]; // safe: array is only read
                int key = id * 31 + i;
                total.add(key, 1 + i % 3);
                own.add(i, 1);
                keys.hit(label);
                HISTOGRAM.incrementAndGet((i + id) % LABELS.length); // safe: atomic array
                localSum += 1 + i % 3; // safe: own object, read after join
                sane &= total.peak(key) <= 3;
                if (i % 50 == 0 && keys.isLatest("none")) {
                    sane = false;
                }
            }
            perWorker[id] = own.sum(); // safe: one slot for each worker, read after join
        }
    }

    public static void main(String[] args) throws Exception {
        StripedCounter total = new StripedCounter("total");
        TopKeys keys = new TopKeys();
        CyclicBarrier start = new CyclicBarrier(WORKERS);
        long[] perWorker = new long[WORKERS];
        List<Ingest> jobs = new ArrayList<>();
        List<Thread> threads = new ArrayList<>();
        for (int i = 0; i < WORKERS; i++) {
            Ingest job = new Ingest(i, total, keys, start, perWorker);
            jobs.add(job); // safe: main only
            Thread t = new Thread(job, "ingest-" + i);
            threads.add(t);
            t.start();
        }

        boolean sane = total.get(3) >= 0 && keys.latestLength() <= 6;

        for (Thread t : threads) {
            t.join();
        }
        long expected = 0;
        long own = 0;
        for (Ingest job : jobs) {
            expected += job.localSum; // safe: after join
            sane &= job.sane; // safe: after join
            own += perWorker[job.id]; // safe: after join
        }
        int labels = 0;
        for (String label : LABELS) {
            labels += keys.count(label);
        }
        long histogram = 0;
        for (int i = 0; i < HISTOGRAM.length(); i++) {
            histogram += HISTOGRAM.get(i);
        }
        System.out.println(total.name() + " " + (total.sum() == expected) + ", own " + own);
        System.out.println("labels " + labels + ", updates " + keys.updates() + ", histogram " + histogram);
        System.out.println("sane " + sane + ", counters " + (StripedCounter.created() >= 1));
    }
}
