package juc.executor;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/** Tasks of a pool get plain data and give plain data back. */
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
        ExecutorService pool = Executors.newFixedThreadPool(3);
        List<Future<Parcel>> futures = new ArrayList<>();
        for (int i = 0; i < ROUNDS; i++) {
            Parcel in = new Parcel().fill(i);
            futures.add(pool.submit(() -> {
                int number = in.number;
                in.check(number);
                return new Parcel().fill(number + 1);
            }));
        }
        for (int i = 0; i < ROUNDS; i++) {
            futures.get(i).get().check(i + 1);
        }
        Parcel last = new Parcel();
        pool.execute(() -> last.fill(7));
        pool.shutdown();
        if (!pool.awaitTermination(1, java.util.concurrent.TimeUnit.MINUTES)) {
            throw new AssertionError("the pool does not end");
        }
        last.check(7);
        System.out.println("done");
    }
}
