package juc.spinlock;

import java.util.concurrent.atomic.AtomicReference;

/** Threads count under a lock made of compareAndSet. */
public final class Main {
    static final int ROUNDS = 300;

    /** What is handed over. Its fields are plain: only the order of threads makes them safe. */
    static final class Parcel {
        int number;
        long weight;
        String label;
        int[] unused;

        Parcel fill(int i) {
            number = i;
            weight = i * 3L;
            label = "parcel";
            return this;
        }

        void check(int i) {
            if (number != i || weight != i * 3L || !label.equals("parcel")) {
                throw new AssertionError("a parcel was not seen as it was sent: " + number + ", not " + i);
            }
            number = -1; // safe: whoever gets it owns it
        }
    }

    static final AtomicReference<Thread> owner = new AtomicReference<>();
    static Parcel parcel = new Parcel().fill(0);
    static int total;

    static void work() {
        for (int i = 0; i < ROUNDS; i++) {
            while (!owner.compareAndSet(null, Thread.currentThread())) Thread.onSpinWait();
            try {
                parcel.number++;
                parcel.weight += parcel.number;
                total++;
            } finally {
                owner.set(null);
            }
        }
    }

    public static void main(String[] args) throws Exception {
        Thread[] threads = new Thread[3];
        for (int i = 0; i < threads.length; i++) {
            threads[i] = new Thread(Main::work);
            threads[i].start();
        }
        for (Thread thread : threads) {
            thread.join();
        }
        System.out.println(total == 3 * ROUNDS ? "done" : "lost updates");
    }
}
