package papers.stats1;

/**
 * A web spider's threads look at the time of the last checkpoint without the lock under which it is written: a read and
 * a write of {@code last} in two threads, either way round.
 *
 * <p>After Listing 1 of "Thread-Sensitive Data Race Detection for Java" (Schulz, Herrendorf and Bockisch), in our own
 * words.
 */
public final class Main {
    public static void main(String[] args) {
        new Spider().start();
    }

    static final class Config {
        static final int THREADS = 4;
        static final long INTERVAL = 1_000;

        private Config() {
        }
    }

    static final class DownloadQueue {
        private int checkpoints;

        void checkpoint() {
            checkpoints++; // safe: the caller holds the queue
        }
    }

    static final class Spider implements Runnable {
        private final DownloadQueue queue = new DownloadQueue();
        private long last;

        void start() {
            for (int i = 0; i < Config.THREADS; i++) {
                Thread thread = new Thread(this, "T" + (i + 1));
                thread.start();
            }
        }

        @Override
        public void run() {
            checkpointIfNeeded();
            // Here the files that were assigned to this thread would be downloaded.
        }

        private void checkpointIfNeeded() {
            if (now() - last > Config.INTERVAL) { // race:last
                synchronized (queue) {
                    queue.checkpoint();
                    last = now(); // race:last
                }
            }
        }

        private static long now() {
            return System.currentTimeMillis();
        }
    }
}
