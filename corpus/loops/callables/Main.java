package loops.callables;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.Future;

/** invokeAll over lists of callables is a loop over them, and ends when all of them have. */
public final class Main {
    static final class Job {
        final int number;
        int progress;
        String result;

        Job(int number) {
            this.number = number;
        }
    }

    static final class Board {
        int done;
        long effort;
        int failed;
        final List<String> notes = new ArrayList<>(256);
    }

    static final class Count implements Callable<Integer> {
        private final int[] data;
        private final int from;
        private int seen;

        Count(int[] data, int from) {
            this.data = data;
            this.from = from;
        }

        @Override
        public Integer call() {
            int sum = 0;
            for (int i = from; i < from + 10; i++) {
                sum += data[i]; // safe: nobody writes the data meanwhile
                seen++; // safe: each task is called once
            }
            return sum;
        }
    }

    static List<Callable<String>> tasks(Collection<Job> jobs, Board board) {
        List<Callable<String>> tasks = new ArrayList<>();
        for (Job job : jobs) {
            tasks.add(() -> {
                job.progress = 100; // safe: one job for each task
                job.result = "job " + job.number; // safe: one job for each task
                board.done++; // race:done
                board.notes.add(job.result); // race:notes
                synchronized (board) {
                    board.effort += job.number; // safe: under the board
                }
                return job.result;
            });
        }
        return tasks;
    }

    public static void main(String[] args) throws Exception {
        List<Job> jobs = new ArrayList<>();
        for (int i = 0; i < 20; i++) {
            jobs.add(new Job(i));
        }
        Board board = new Board();
        ExecutorService pool = Executors.newFixedThreadPool(2);
        int letters = 0;
        try {
            for (Future<String> future : pool.invokeAll(tasks(jobs, board))) {
                letters += future.get().length();
            }
            board.failed = 20 - jobs.size(); // safe: invokeAll has waited
            int[] data = new int[100];
            List<Count> counts = new ArrayList<>();
            for (int i = 0; i < 10; i++) {
                data[i * 10] = i; // safe: before the tasks
                counts.add(new Count(data, i * 10));
            }
            int sum = 0;
            for (Future<Integer> future : pool.invokeAll(counts)) {
                sum += future.get();
            }
            Count first = counts.get(0);
            data[0] = 5; // safe: between the tasks
            Callable<Integer> again = () -> {
                board.failed += first.from; // race:failed
                return 1;
            };
            for (Future<Integer> future : ForkJoinPool.commonPool().invokeAll(List.of(again, again, again))) {
                sum += future.get();
            }
            System.out.println(letters + " " + sum + " " + first.seen + " " + board.effort); // safe: invokeAll has waited
        } finally {
            pool.shutdown();
        }
        for (Job job : jobs) {
            if (job.progress != 100) { // safe: invokeAll has waited
                throw new AssertionError();
            }
        }
        if (board.done > 20 || board.notes.size() > 20 || board.failed != 0) { // safe: invokeAll has waited
            throw new AssertionError();
        }
    }
}
