package juc.cachedpool;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorCompletionService;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/** invokeAll and a completion service over a pool that makes threads as needed. */
public final class Main {
    static final int ROUNDS = 300;

    /** What is handed over. Its fields are plain: only the order of threads makes them safe. */
    static final class Parcel {
        int number;
        long weight;
        String label;
        int[] unused;

        Parcel fill(int i) {
            number = i; // safe: ordered
            weight = i * 3L; // safe: ordered
            label = "parcel"; // safe: ordered
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
        ExecutorService pool = Executors.newCachedThreadPool();
        for (int round = 0; round < 20; round++) {
            List<Callable<Parcel>> tasks = new ArrayList<>();
            for (int i = 0; i < 5; i++) {
                Parcel in = new Parcel().fill(i);
                tasks.add(() -> in.fill(in.number * 2));
            }
            int i = 0;
            for (Future<Parcel> future : pool.invokeAll(tasks)) {
                future.get().check(2 * i++);
            }
            ExecutorCompletionService<Parcel> service = new ExecutorCompletionService<>(pool);
            for (int k = 0; k < 5; k++) {
                service.submit(() -> new Parcel().fill(9));
            }
            for (int k = 0; k < 5; k++) {
                service.take().get().check(9);
            }
        }
        pool.shutdown();
        System.out.println("done");
    }
}
