package library.workers;

/** One thread runs it, others ask and stop it. */
public class Worker implements Runnable {
    private volatile boolean isStopped;
    private int rounds;
    private long sum;
    private long own;

    @Override
    public void run() {
        while (!isStopped) {
            rounds++; // race:rounds
            own++; // safe: the thread that runs it alone
            synchronized (this) {
                sum += rounds; // safe: under the lock, and the thread that runs it reads what it wrote
            }
        }
    }

    public void stop() {
        isStopped = true; // safe: volatile
    }

    public int rounds() {
        return rounds; // race:rounds
    }

    public synchronized long sum() {
        return sum; // safe: under the lock
    }
}
