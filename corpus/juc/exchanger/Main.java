package juc.exchanger;

import java.util.concurrent.Exchanger;

/** Two threads exchange parcels. */
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

    static void play(Exchanger<Parcel> exchanger) {
        try {
            Parcel mine = new Parcel();
            for (int i = 0; i < ROUNDS; i++) {
                mine = exchanger.exchange(mine.fill(i));
                mine.check(i);
            }
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    public static void main(String[] args) throws Exception {
        Exchanger<Parcel> exchanger = new Exchanger<>();
        Thread other = new Thread(() -> play(exchanger));
        other.start();
        play(exchanger);
        other.join();
        System.out.println("done");
    }
}
