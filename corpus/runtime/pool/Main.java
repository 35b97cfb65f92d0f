package runtime.pool;

import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/** Tasks of a pool share a statistic; only the results are handed back properly. */
public final class Main {
    static int done;
    static String lastName;

    static final class Job {
        int result;
    }

    public static void main(String[] args) throws Exception {
        ExecutorService pool = Executors.newFixedThreadPool(2);
        Future<?>[] futures = new Future<?>[100];
        Job[] jobs = new Job[futures.length];
        for (int i = 0; i < futures.length; i++) {
            Job job = jobs[i] = new Job();
            int number = i;
            futures[i] = pool.submit(() -> {
                job.result = number; // safe: read after Future.get
                done++; // race:done
                lastName = "job " + number; // race:lastName
            });
        }
        int sum = 0;
        for (int i = 0; i < futures.length; i++) {
            futures[i].get();
            sum += jobs[i].result;
        }
        pool.shutdown();
        System.out.println(sum);
    }
}
