package juc.scheduled;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;

/** A scheduled pool runs a task again and again, each time on the same plain data. */
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
        ScheduledExecutorService pool = Executors.newScheduledThreadPool(3);
        Parcel parcel = new Parcel().fill(0);
        CountDownLatch enough = new CountDownLatch(50);
        ScheduledFuture<?> future = pool.scheduleAtFixedRate(() -> {
            parcel.fill(parcel.number + 1);
            enough.countDown();
        }, 0, 200, TimeUnit.MICROSECONDS);
        enough.await();
        future.cancel(false);
        Parcel late = new Parcel().fill(3);
        pool.schedule(() -> late.fill(late.number + 1), 1, TimeUnit.MILLISECONDS).get();
        late.check(4);
        pool.shutdown();
        pool.awaitTermination(1, TimeUnit.MINUTES);
        parcel.check(parcel.number);
        System.out.println("done");
    }
}
