package heldout.batchjob;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;

/** A batch job splits its lines into parts, works them off by invokeAll, and merges what they return. */
public class Main {
    static class Report {
        int lines;
        int errors;
        final List<String> messages = new ArrayList<>();

        void merge(Report other) {
            lines += other.lines; // safe: the main thread merges
            errors += other.errors; // safe: as above
            messages.addAll(other.messages); // safe: as above
        }
    }

    static class Part implements Callable<Report> {
        private final List<String> lines;
        private final Progress progress;

        Part(List<String> lines, Progress progress) {
            this.lines = lines;
            this.progress = progress;
        }

        @Override
        public Report call() {
            Report report = new Report();
            for (String line : lines) { // safe: nobody changes the lines any more
                report.lines++; // safe: own report
                if (line.endsWith("7")) {
                    report.errors++; // safe: own report
                    report.messages.add(line); // safe: own report
                }
                progress.step(line);
            }
            return report;
        }
    }

    static class Progress {
        private final AtomicInteger done = new AtomicInteger();
        private String last = "";
        private int steps;

        void step(String line) {
            done.incrementAndGet(); // safe: atomic
            last = line; // race:last
            steps++; // race:steps
        }
    }

    public static void main(String[] args) throws Exception {
        List<String> all = new ArrayList<>();
        for (int i = 0; i < 100; i++) {
            all.add("line " + i);
        }
        Progress progress = new Progress();
        List<Part> parts = new ArrayList<>();
        for (int i = 0; i < 4; i++) {
            parts.add(new Part(all.subList(i * 25, i * 25 + 25), progress));
        }
        ExecutorService pool = Executors.newFixedThreadPool(4);
        Report total = new Report();
        for (Future<Report> future : pool.invokeAll(parts)) {
            total.merge(future.get());
        }
        pool.shutdown();
        System.out.println(total.lines + " " + total.errors + " " + progress.done.get());
        if (progress.last.isEmpty() || progress.steps > 100) { // safe: invokeAll waits
            throw new AssertionError();
        }
    }
}
