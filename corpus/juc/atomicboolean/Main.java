package juc.atomicboolean;

import java.util.concurrent.atomic.AtomicBoolean;

/** Two threads take turns by an AtomicBoolean and its compareAndSet. */
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

    static final AtomicBoolean turn = new AtomicBoolean();
    static Parcel parcel = new Parcel();

    public static void main(String[] args) throws Exception {
        Thread other = new Thread(() -> {
            try {
                for (int i = 0; i < ROUNDS; i++) {
                    while (!turn.compareAndSet(true, true)) Thread.onSpinWait();
                    parcel.check(i);
                    parcel = new Parcel();
                    turn.set(false);
                }
            } catch (Exception e) {
                throw new AssertionError(e);
            }
        });
        other.start();
        for (int i = 0; i < ROUNDS; i++) {
            parcel.fill(i);
            turn.set(true);
            while (turn.get()) Thread.onSpinWait();
        }
        other.join();
        System.out.println("done");
    }
}
