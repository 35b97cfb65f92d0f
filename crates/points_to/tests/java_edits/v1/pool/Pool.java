package pool;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;

/** Threads that work off a queue of jobs. */
public class Pool {
    private final Queue<Job> jobs = new ArrayDeque<>();
    private final List<Thread> workers = new ArrayList<>();
    static Job last;

    void start(int count) {
        for (int i = 0; i < count; i++) {
            Thread worker = new Worker(this);
            workers.add(worker);
            worker.start();
        }
    }

    synchronized void submit(Job job) {
        jobs.add(job);
        notifyAll();
    }

    synchronized Job take() throws InterruptedException {
        while (jobs.isEmpty()) {
            wait();
        }
        return jobs.remove();
    }

    public static void main(String[] args) throws InterruptedException {
        Pool pool = new Pool();
        pool.start(2);
        pool.submit(new Print("hello"));
        pool.submit(new Sum(1, 2));
        pool.submit(() -> last = new Print("from a lambda"));
        for (Thread worker : pool.workers) {
            worker.join();
        }
    }
}
