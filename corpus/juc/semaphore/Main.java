package juc.semaphore;

import java.util.concurrent.Semaphore;

/** Two semaphores pass a parcel to and fro. */
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

    static final Semaphore there = new Semaphore(0);
    static final Semaphore back = new Semaphore(0);
    static Parcel parcel = new Parcel();

    public static void main(String[] args) throws Exception {
        Thread other = new Thread(() -> {
            try {
                for (int i = 0; i < ROUNDS; i++) {
                    there.acquire();
                    parcel.check(i);
                    parcel = new Parcel();
                    back.release();
                }
            } catch (Exception e) {
                throw new AssertionError(e);
            }
        });
        other.start();
        for (int i = 0; i < ROUNDS; i++) {
            parcel.fill(i);
            there.release();
            back.acquire();
        }
        other.join();
        System.out.println("done");
    }
}
