package juc.atomicinteger;

import java.util.concurrent.atomic.AtomicInteger;

/** Two threads take turns by an AtomicInteger. */
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

    static final AtomicInteger turn = new AtomicInteger();
    static Parcel parcel = new Parcel();

    public static void main(String[] args) throws Exception {
        Thread other = new Thread(() -> {
            try {
                for (int i = 0; i < ROUNDS; i++) {
                    while (turn.get() % 2 == 0) Thread.onSpinWait();
                    parcel.check(i);
                    parcel = new Parcel();
                    turn.getAndIncrement();
                }
            } catch (Exception e) {
                throw new AssertionError(e);
            }
        });
        other.start();
        for (int i = 0; i < ROUNDS; i++) {
            parcel.fill(i);
            turn.incrementAndGet();
            while (turn.get() % 2 == 1) Thread.onSpinWait();
        }
        other.join();
        System.out.println("done");
    }
}
