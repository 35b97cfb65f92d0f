package heldout.jobforeman;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.LockSupport;

public class Main {
    private static final int JOBS = 60;

    static class Worker extends Thread {
        private final Foreman foreman;
        private int handled;

        Worker(Foreman foreman) {
            this.foreman = foreman;
        }

        @Override
        public void run() {
            try {
                for (Job job = foreman.next(); job != null; job = foreman.next()) {
                    job.execute();
                    handled++; // safe: per worker, read after join
                    if (job.id % 7 == 0 && job.attempts() < 2) {
                        foreman.retry(job);
                    } else {
                        foreman.finish(job);
                    }
                }
            } catch (InterruptedException e) {
                interrupt();
            }
        }
    }

    static class Cleaner implements Runnable {
        private final Foreman foreman;
        private boolean stop;
        private volatile boolean started;
        private long sweptValue;

        Cleaner(Foreman foreman) {
            this.foreman = foreman;
        }

        @Override
        public void run() {
            started = true; // safe: volatile
            for (int i = 0; i < 150 && !stopRequested(); i++) {
                Job job = foreman.sweep();
                if (job != null) {
                    sweptValue += job.result(); // safe: the sum belongs to the cleaner until it is joined
                }
                LockSupport.parkNanos(1_000_000);
            }
        }

        private boolean stopRequested() {
            return stop; // race:stop
        }

        void requestStop() {
            stop = true; // race:stop
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Foreman foreman = new Foreman();
        Cleaner cleaner = new Cleaner(foreman);
        Thread cleaning = new Thread(cleaner, "cleaner");
        cleaning.start();
        while (!cleaner.started) { // safe: volatile
            Thread.onSpinWait();
        }
        List<Worker> workers = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
            Worker w = new Worker(foreman);
            workers.add(w);
            w.start();
        }
        List<Job> jobs = new ArrayList<>();
        for (int i = 1; i <= JOBS; i++) {
            Job job = new Job(i);
            jobs.add(job); // safe: only main uses this list
            foreman.post(job);
        }
        while (foreman.completed() < JOBS) {
            Thread.sleep(1);
        }
        foreman.drain();
        int handled = 0;
        for (Worker w : workers) {
            w.join();
            handled += w.handled; // safe: joined
        }
        cleaner.requestStop();
        cleaning.join();
        long sum = 0;
        int attempts = 0;
        for (Job job : jobs) {
            sum += job.result();
            attempts += job.attempts();
        }
        boolean swept = cleaner.sweptValue >= 0; // safe: joined
        System.out.println("sum " + sum + " handled " + handled + " attempts " + attempts
                + " retries " + foreman.retries() + " " + swept);
    }
}
