package pool;

import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/** An executor in place of threads of its own. */
public class Pool {
    private final ExecutorService executor = Executors.newFixedThreadPool(2);
    static Job last;

    void submit(Job job) {
        executor.submit(() -> {
            job.execute();
            last = job;
        });
    }

    Job take() throws InterruptedException {
        return last;
    }

    public static void main(String[] args) {
        Pool pool = new Pool();
        pool.submit(new Print("hello"));
        pool.submit(new Sum(1, 2));
        pool.submit(() -> pool.submit(new Print("from a job")));
        pool.executor.shutdown();
    }
}
