package juc.countdownlatch;

import java.util.concurrent.CountDownLatch;

/** Results of several threads are read after a latch. */
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
        for (int round = 0; round < 30; round++) {
            Parcel[] parcels = new Parcel[4];
            CountDownLatch start = new CountDownLatch(1);
            CountDownLatch done = new CountDownLatch(parcels.length);
            Parcel config = new Parcel();
            for (int i = 0; i < parcels.length; i++) {
                int index = i;
                Thread thread = new Thread(() -> {
                    try {
                        start.await();
                    } catch (InterruptedException e) {
                        throw new AssertionError(e);
                    }
                    parcels[index] = new Parcel().fill(index + config.number);
                    done.countDown();
                });
                thread.setDaemon(true);
                thread.start();
            }
            config.fill(round);
            start.countDown();
            done.await();
            for (int i = 0; i < parcels.length; i++) {
                parcels[i].check(round + i);
            }
        }
        System.out.println("done");
    }
}
