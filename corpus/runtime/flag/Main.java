package runtime.flag;

import java.util.concurrent.TimeUnit;

/** A stop flag that is not volatile, and results that are read without waiting for the worker. */
public final class Main implements Runnable {
    boolean stop;
    private long rounds;

    @Override
    public void run() {
        while (!stop) { // race:stop
            rounds++; // race:rounds
            if (rounds % 1000 == 0) { // safe: the same thread
                Thread.yield();
            }
        }
    }

    public static void main(String[] args) throws Exception {
        Main worker = new Main();
        Thread thread = new Thread(worker, "worker");
        thread.setDaemon(true);
        thread.start();
        TimeUnit.MILLISECONDS.sleep(50);
        long seen = worker.rounds; // race:rounds
        worker.stop = true; // race:stop
        System.out.println(seen >= 0 ? "done" : "negative");
    }
}
