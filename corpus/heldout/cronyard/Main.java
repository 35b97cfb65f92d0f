package heldout.cronyard;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;

public class Main {

    static class Sweep extends Job {
        private int dirt = 100;

        Sweep(int index) {
            super(index, "sweep-" + index, 10);
        }

        @Override
        protected String perform(long tick) {
            dirt -= 7; // safe: state of the job, one run at a time
            return "dirt " + dirt; // safe: state of the job, one run at a time
        }
    }

    static class Backup extends Job {
        private final StringBuilder volume = new StringBuilder();

        Backup(int index) {
            super(index, "backup-" + index, 5);
        }

        @Override
        protected String perform(long tick) {
            volume.append(tick).append(';'); // safe: one run at a time
            return volume.toString(); // safe: one run at a time
        }
    }

    public static void main(String[] args) throws InterruptedException {
        List<Job> jobs = new ArrayList<>();
        for (int i = 0; i < 8; i++) {
            jobs.add(i % 2 == 0 ? new Sweep(i) : new Backup(i));
        }
        Yard yard = new Yard(jobs.size());
        Tally tally = new Tally(jobs.size());
        yard.addListener(tally);
        yard.open(3);
        for (Job job : jobs) {
            yard.enqueue(job);
        }
        AtomicInteger late = new AtomicInteger();
        yard.addListener(job -> late.incrementAndGet());

        int highest = 0;
        for (int round = 0; round < 20; round++) {
            for (Job job : jobs) {
                highest = Math.max(highest, job.runs());
            }
        }
        yard.awaitRetired();
        yard.close();

        int total = 0;
        for (Job job : jobs) {
            total += tally.of(job.index);
        }
        System.out.println("runs " + total + ", handed out " + yard.handedOut());
        System.out.println("trace " + tally.traced() + ", last tick " + tally.lastTick());
        System.out.println(jobs.get(0).name + ": " + jobs.get(0).lastResult());
        System.out.println(jobs.get(1).name + ": " + jobs.get(1).lastResult());
        System.out.println("late listener in range " + (late.get() <= total));
        System.out.println("polled in range " + (highest <= 10));
    }
}
