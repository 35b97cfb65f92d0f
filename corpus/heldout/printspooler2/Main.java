package heldout.printspooler2;

import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;

public class Main {

    static class Printer {
        final String model;
        int pages;

        Printer(String model) {
            this.model = model;
        }
    }

    static class Spooler {
        private final Queue<Printer> idle = new ConcurrentLinkedQueue<>();
        private final Semaphore available;
        private final Semaphore logMutex = new Semaphore(1);
        private final StringBuilder log = new StringBuilder();
        private int totalPages;
        private int jobs;

        Spooler(Printer... printers) {
            for (Printer p : printers) {
                idle.add(p);
            }
            available = new Semaphore(printers.length);
        }

        void print(String title, int pages) {
            available.acquireUninterruptibly();
            try {
                Printer p = idle.poll();
                p.pages += pages; // safe: taken from the queue, nobody else has this printer
                totalPages += pages; // race:total
                String model = p.model;
                idle.offer(p);
                note(title, model);
            } finally {
                available.release();
            }
        }

        private void note(String title, String model) {
            logMutex.acquireUninterruptibly();
            jobs++; // safe: one permit, so a mutex
            log.append(title); // race:log1
            log.append('@').append(model).append(' '); // race:log2
            logMutex.release();
        }

        int logLength() {
            return log.length(); // race:log1,log2
        }

        int jobsDone() throws InterruptedException {
            logMutex.acquire();
            int n = jobs; // safe: holds the only permit
            logMutex.release();
            return n;
        }
    }

    static class Job implements Runnable {
        private final Spooler spooler;
        private final String title;
        private final int pages;

        Job(Spooler spooler, String title, int pages) {
            this.spooler = spooler;
            this.title = title;
            this.pages = pages;
        }

        @Override
        public void run() {
            spooler.print(title, pages);
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Printer ink = new Printer("ink");
        Printer laser = new Printer("laser");
        Spooler spooler = new Spooler(ink, laser);
        ExecutorService pool = Executors.newWorkStealingPool(3);

        for (int i = 1; i <= 8; i++) {
            pool.execute(new Job(spooler, "doc" + i, i));
        }
        System.out.println("done so far " + spooler.jobsDone());
        System.out.println("log length " + spooler.logLength());

        pool.shutdown();
        boolean finished = pool.awaitTermination(10, TimeUnit.SECONDS);
        if (finished) {
            System.out.println(ink.pages + laser.pages); // safe: pool has terminated
            System.out.println(spooler.totalPages); // safe: pool has terminated
            System.out.println(spooler.log); // safe: pool has terminated
        }
    }
}
