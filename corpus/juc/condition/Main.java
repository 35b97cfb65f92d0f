package juc.condition;

import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;

/** Two threads take turns with a condition of a ReentrantLock. */
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

    static final Lock lock = new ReentrantLock();
    static final Condition changed = lock.newCondition();
    static int turn;

    static void await(int wanted) throws InterruptedException {
        lock.lock();
        try {
            while (turn != wanted) {
                changed.await();
            }
        } finally {
            lock.unlock();
        }
    }

    static void set(int next) {
        lock.lock();
        try {
            turn = next;
            changed.signalAll();
        } finally {
            lock.unlock();
        }
    }

    static Parcel parcel = new Parcel();

    public static void main(String[] args) throws Exception {
        Thread other = new Thread(() -> {
            try {
                for (int i = 0; i < ROUNDS; i++) {
                    await(2 * i + 1);
                    parcel.check(i);
                    parcel = new Parcel();
                    set(2 * i + 2);
                }
            } catch (Exception e) {
                throw new AssertionError(e);
            }
        });
        other.start();
        for (int i = 0; i < ROUNDS; i++) {
            parcel.fill(i);
            set(2 * i + 1);
            await(2 * i + 2);
        }
        other.join();
        System.out.println("done");
    }
}
