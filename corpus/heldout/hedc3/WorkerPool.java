package heldout.hedc3;

import java.util.LinkedList;

/** Home-made pool from before java.util.concurrent. */
class WorkerPool {
    private final LinkedList<Runnable> jobs = new LinkedList<>();
    private final PooledThread[] threads;

    WorkerPool(int n) {
        threads = new PooledThread[n];
        for (int i = 0; i < n; i++) {
            threads[i] = new PooledThread("hedc-worker-" + i);
        }
        for (PooledThread t : threads) {
            t.start();
        }
    }

    void submit(Runnable r) {
        synchronized (jobs) {
            jobs.addLast(r); // safe: lock on jobs
            jobs.notify();
        }
    }

    private Runnable next() throws InterruptedException {
        synchronized (jobs) {
            while (jobs.isEmpty()) { // safe: lock on jobs
                jobs.wait();
            }
            return jobs.removeFirst(); // safe: lock on jobs
        }
    }

    int completed() {
        int sum = 0;
        for (PooledThread t : threads) {
            sum += t.served; // race:served
        }
        return sum;
    }

    private final class PooledThread extends Thread {
        private int served;

        PooledThread(String name) {
            super(name);
            setDaemon(true);
        }

        @Override
        public void run() {
            while (true) {
                try {
                    Runnable r = next();
                    r.run();
                    served++; // race:served
                } catch (InterruptedException e) {
                    // late cancel of a task which is over already
                }
            }
        }
    }
}
