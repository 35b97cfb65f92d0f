package juc.timers;

import java.util.Timer;
import java.util.TimerTask;
import java.util.concurrent.CountDownLatch;

/** A Timer runs tasks one after the other. */
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
        Timer timer = new Timer(true);
        Parcel parcel = new Parcel().fill(0);
        CountDownLatch latch = new CountDownLatch(20);
        for (int i = 0; i < 20; i++) {
            timer.schedule(new TimerTask() {
                @Override
                public void run() {
                    parcel.fill(parcel.number + 1);
                    latch.countDown();
                }
            }, i % 3);
        }
        latch.await();
        parcel.check(20);
        System.out.println("done");
    }
}
