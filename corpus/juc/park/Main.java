package juc.park;

import java.util.concurrent.locks.LockSupport;

/** Two threads park until a volatile flag says that it is their turn. */
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

    static volatile int turn;
    static volatile Thread main;
    static volatile Thread second;
    static Parcel parcel = new Parcel();

    public static void main(String[] args) throws Exception {
        main = Thread.currentThread();
        Thread other = new Thread(() -> {
            try {
                for (int i = 0; i < ROUNDS; i++) {
                    second = Thread.currentThread(); while (turn != 2 * i + 1) LockSupport.parkNanos(100_000);
                    parcel.check(i);
                    parcel = new Parcel();
                    turn = 2 * i + 2; LockSupport.unpark(main);
                }
            } catch (Exception e) {
                throw new AssertionError(e);
            }
        });
        other.start();
        for (int i = 0; i < ROUNDS; i++) {
            parcel.fill(i);
            turn = 2 * i + 1; LockSupport.unpark(second);
            while (turn != 2 * i + 2) LockSupport.parkNanos(100_000);
        }
        other.join();
        System.out.println("done");
    }
}
