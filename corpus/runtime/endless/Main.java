package runtime.endless;

import java.util.concurrent.CountDownLatch;

/** Loops that still run when the JVM ends: nobody waits for the daemons that are in them. */
public class Main {
    static final CountDownLatch BEGUN = new CountDownLatch(5);

    static final class Spinner {
        boolean stop;
        int turns;
        boolean running = true;
        int seen;
        long total;

        void empty() {
            BEGUN.countDown();
            while (!stop) { // race:stop
            }
        }

        void counting() {
            BEGUN.countDown();
            int i = 0;
            while (!stop) { // race:counting
                i++;
            }
            turns = i;
        }

        void adding() {
            BEGUN.countDown();
            while (running) { // race:running
                total++; // race:total
            }
        }

        void forEver() {
            BEGUN.countDown();
            for (int i = 0; ; i++) {
                seen = i; // race:seen
            }
        }

        void together() {
            BEGUN.countDown();
            // Both grow, so that this is no limit.
            for (int i = 0, j = 1; i != j; i++, j++) {
                turns = i; // race:turns
            }
        }
    }

    static void start(Runnable body) {
        Thread thread = new Thread(body);
        thread.setDaemon(true);
        thread.start();
    }

    public static void main(String[] args) throws InterruptedException {
        // Nobody tells these to stop: one object for those that look at a field, others for those that write.
        Spinner waiting = new Spinner();
        Spinner writing = new Spinner();
        start(waiting::empty);
        start(waiting::counting);
        start(writing::adding);
        start(writing::forEver);
        start(writing::together);
        BEGUN.await();
        Thread.sleep(100);
        waiting.stop = false; // race:stop,counting
        writing.running = true; // race:running
        writing.total = 0; // race:total
        writing.seen = 0; // race:seen
        writing.turns = 0; // race:turns
        Thread.sleep(50);
        System.out.println("done");
    }
}
