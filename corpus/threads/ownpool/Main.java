package threads.ownpool;

import java.util.LinkedList;

/** A pool of our own making: a list guarded by its monitor, and workers that wait on it. */
public final class Main {
    interface Job {
        void perform();
    }

    static final class Pool {
        private final LinkedList<Job> waiting = new LinkedList<>();
        private final Worker[] workers;
        private boolean closed;
        private int performed;
        private int accepted;

        Pool(int size) {
            workers = new Worker[size];
            for (int i = 0; i < size; i++) {
                workers[i] = new Worker(); // safe: before the workers start
            }
        }

        void open() {
            for (Worker worker : workers) {
                worker.start();
            }
        }

        void submit(Job job) {
            synchronized (waiting) {
                waiting.addLast(job); // safe: under its monitor
                accepted++; // safe: under the same monitor
                waiting.notify();
            }
        }

        void close() throws InterruptedException {
            synchronized (waiting) {
                closed = true; // safe: under the monitor
                waiting.notifyAll();
            }
            for (Worker worker : workers) {
                worker.join();
            }
        }

        private final class Worker extends Thread {
            @Override
            public void run() {
                while (true) {
                    Job job;
                    synchronized (waiting) {
                        while (waiting.isEmpty() && !closed) { // safe: under the monitor
                            try {
                                waiting.wait();
                            } catch (InterruptedException e) {
                                return;
                            }
                        }
                        if (waiting.isEmpty()) {
                            return;
                        }
                        job = waiting.removeFirst(); // safe: under the monitor
                    }
                    job.perform();
                    performed++; // race:performed
                }
            }
        }
    }

    static final class Letter implements Job {
        private final String text;
        private int stamps;

        Letter(String text) {
            this.text = text;
        }

        @Override
        public void perform() {
            stamps += text.length() > 5 ? 2 : 1; // safe: handed over under the monitor, one worker each
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Pool pool = new Pool(3);
        pool.open();
        Letter[] letters = new Letter[20];
        for (int i = 0; i < letters.length; i++) {
            letters[i] = new Letter("x".repeat(i));
            pool.submit(letters[i]);
        }
        int sofar = pool.performed; // race:performed
        pool.close();
        int stamps = 0;
        for (Letter letter : letters) {
            stamps += letter.stamps; // safe: all workers have ended
        }
        System.out.println(stamps + " " + pool.accepted); // safe: all workers have ended
        if (sofar > 20 || pool.performed > 20) { // safe: all workers have ended
            throw new AssertionError();
        }
    }
}
