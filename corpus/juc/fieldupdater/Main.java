package juc.fieldupdater;

import java.util.concurrent.atomic.AtomicIntegerFieldUpdater;

/** A volatile field is written through an updater and read directly. */
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

    static final class Turn {
        volatile int value;
    }

    static final AtomicIntegerFieldUpdater<Turn> UPDATER = AtomicIntegerFieldUpdater.newUpdater(Turn.class, "value");
    static final Turn turn = new Turn();
    static Parcel parcel = new Parcel();

    public static void main(String[] args) throws Exception {
        Thread other = new Thread(() -> {
            try {
                for (int i = 0; i < ROUNDS; i++) {
                    while (turn.value % 2 == 0) Thread.onSpinWait();
                    parcel.check(i);
                    parcel = new Parcel();
                    turn.value = 2 * i + 2;
                }
            } catch (Exception e) {
                throw new AssertionError(e);
            }
        });
        other.start();
        for (int i = 0; i < ROUNDS; i++) {
            parcel.fill(i);
            UPDATER.incrementAndGet(turn);
            while (UPDATER.get(turn) % 2 == 1) Thread.onSpinWait();
        }
        other.join();
        System.out.println("done");
    }
}
