package juc.virtualthreads;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.locks.ReentrantLock;

/** Virtual threads: start, join, executors, locks, and many more of them than carriers. */
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

    static final ReentrantLock lock = new ReentrantLock();
    static final Object monitor = new Object();
    static int underLock;
    static int underMonitor;

    public static void main(String[] args) throws Exception {
        for (int i = 0; i < 200; i++) {
            Parcel in = new Parcel().fill(i);
            Parcel out = new Parcel();
            int number = i;
            Thread thread = Thread.startVirtualThread(() -> {
                in.check(number);
                Thread.yield();
                out.fill(number);
            });
            if (i % 2 == 0) {
                thread.join();
            } else {
                while (thread.isAlive()) {
                    Thread.onSpinWait();
                }
            }
            out.check(i);
        }
        try (ExecutorService pool = Executors.newVirtualThreadPerTaskExecutor()) {
            List<Future<Parcel>> futures = new ArrayList<>();
            for (int i = 0; i < ROUNDS; i++) {
                Parcel in = new Parcel().fill(i);
                futures.add(pool.submit(() -> {
                    lock.lock();
                    underLock++;
                    lock.unlock();
                    Thread.sleep(1);
                    synchronized (monitor) {
                        underMonitor++;
                    }
                    return in.fill(in.number + 1);
                }));
            }
            for (int i = 0; i < ROUNDS; i++) {
                futures.get(i).get().check(i + 1);
            }
        }
        System.out.println(underLock == ROUNDS && underMonitor == ROUNDS ? "done" : "lost updates");
    }
}
