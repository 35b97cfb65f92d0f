package threads.cleaners;

import java.lang.ref.Cleaner;
import java.util.concurrent.atomic.AtomicInteger;

/** Buffers that are given back by a cleaner, by a finalizer, or by hand. */
public final class Main {
    private static final Cleaner CLEANER = Cleaner.create();
    private static final AtomicInteger cleaned = new AtomicInteger();
    private static int pagesInUse;
    private static int finalized;
    private static long handles;

    static final class Buffer implements AutoCloseable {
        private static final class Release implements Runnable {
            private final int pages;

            Release(int pages) {
                this.pages = pages;
            }

            @Override
            public void run() {
                pagesInUse -= pages; // race:pagesInUse
                cleaned.incrementAndGet(); // safe: atomic
                synchronized (CLEANER) {
                    handles--; // safe: under the lock
                }
            }
        }

        private final Cleaner.Cleanable cleanable;
        private int used;

        Buffer(int pages) {
            pagesInUse += pages; // race:pagesInUse
            synchronized (CLEANER) {
                handles++; // safe: under the lock
            }
            cleanable = CLEANER.register(this, new Release(pages));
        }

        void fill(int bytes) {
            used += bytes; // safe: only main has the buffer
        }

        @Override
        public void close() {
            cleanable.clean();
        }
    }

    static class Legacy {
        private final int number;

        Legacy(int number) {
            this.number = number;
        }

        @Override
        @SuppressWarnings({"deprecation", "removal"})
        protected void finalize() {
            if (number >= 0) { // safe: written before the constructor ended
                finalized++; // race:finalized
            }
        }
    }

    public static void main(String[] args) throws InterruptedException {
        for (int i = 0; i < 50; i++) {
            Buffer buffer = new Buffer(4);
            buffer.fill(100);
            if (i % 2 == 0) {
                buffer.close();
            }
            new Legacy(i);
        }
        System.gc();
        Thread.sleep(20);
        if (pagesInUse > 200 || finalized > 50) { // race:pagesInUse,finalized
            System.out.println("more than there were");
        }
        System.out.println(cleaned.get() >= 25 ? "done" : "not cleaned"); // safe: atomic
    }
}
