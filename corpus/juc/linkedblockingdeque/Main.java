package juc.linkedblockingdeque;

import java.util.concurrent.LinkedBlockingDeque;

/** Parcels go through a LinkedBlockingDeque. */
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

    public static void main(String[] args) throws Exception {
        LinkedBlockingDeque<Parcel> q = new LinkedBlockingDeque<>(5);
        Thread producer = new Thread(() -> {
            try {
                for (int i = 0; i < ROUNDS; i++) {
                    q.putLast(new Parcel().fill(i));
                }
            } catch (Exception e) {
                throw new AssertionError(e);
            }
        });
        producer.start();
        for (int i = 0; i < ROUNDS; i++) {
            q.takeFirst().check(i);
        }
        producer.join();
        System.out.println("done");
    }
}
