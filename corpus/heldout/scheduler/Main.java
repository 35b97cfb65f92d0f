package heldout.scheduler;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicBoolean;

public class Main {

    private static Callable<String> flaky(String name, int failures) {
        int[] calls = new int[1];
        StringBuilder trace = new StringBuilder(name);
        return () -> {
            calls[0]++; // safe: one run at a time, handed on by the locked queue
            trace.append('.').append(calls[0]); // safe: one run at a time, handed on by the locked queue
            if (calls[0] <= failures) {
                throw new IllegalStateException("attempt " + calls[0] + " of " + name + " failed");
            }
            return trace.toString();
        };
    }

    private static Callable<String> crunch(int seed) {
        return () -> {
            long sum = 0;
            for (int i = 0; i < 20_000; i++) {
                sum += (long) i * seed % 97;
            }
            return "sum " + sum;
        };
    }

    static final class Monitor implements Runnable {
        private final JobScheduler scheduler;
        private final List<Job> jobs;
        private final AtomicBoolean stop = new AtomicBoolean();
        private int samples;
        private String lastTrouble = "none";

        Monitor(JobScheduler scheduler, List<Job> jobs) {
            this.scheduler = scheduler;
            this.jobs = List.copyOf(jobs);
        }

        @Override
        public void run() {
            while (!stop.get()) {
                int running = 0;
                for (Job job : jobs) {
                    switch (job.state()) {
                        case RUNNING -> running++;
                        case RETRYING, DEAD -> lastTrouble = job.name() + ": " + job.lastError(); // safe: main after join
                        default -> { }
                    }
                }
                samples++; // safe: main after join
                if (samples % 50 == 0) {
                    System.out.println("running " + running + ", completed " + scheduler.completed());
                }
                try {
                    Thread.sleep(0, 200_000);
                } catch (InterruptedException e) {
                    return;
                }
            }
        }

        void stop() {
            stop.set(true);
        }
    }

    public static void main(String[] args) throws InterruptedException {
        List<Job> jobs = new ArrayList<>();
        for (int i = 0; i < 40; i++) {
            Callable<String> work = i % 4 == 0 ? flaky("flaky" + i, 1 + i % 7) : crunch(i);
            jobs.add(new Job("job-" + i, ThreadLocalRandom.current().nextInt(10), work));
        }
        var scheduler = new JobScheduler(jobs.size(), new RetryPolicy(3, 2));
        var monitor = new Monitor(scheduler, jobs);
        Thread monitorThread = new Thread(monitor, "monitor");
        scheduler.start(4);
        monitorThread.start();
        for (Job job : jobs) {
            scheduler.submit(job);
        }
        Thread.sleep(3);
        scheduler.setPolicy(new RetryPolicy(5, 1));

        List<JobResult> results = scheduler.awaitResults();
        int executed = scheduler.stop();
        monitor.stop();
        monitorThread.join();

        results.sort(Comparator.comparing(JobResult::job)); // safe: private copy
        results.stream().filter(r -> r.attempts() > 1).forEach(System.out::println);
        System.out.println("executed " + executed + " retries " + scheduler.retries()
                + " dead " + scheduler.deadLetters());
        System.out.println("samples " + monitor.samples + " last trouble " + monitor.lastTrouble); // safe: after join
    }
}
