package heldout.surveys;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/** Answers are evaluated by lists of callables: ranges that meet, ranges that overlap, and one object for each task. */
public final class Main {
    static final int PARTS = 8;
    static final int PART = 25;

    static final class Answer {
        final int choice;
        int weight;
        int seen;

        Answer(int choice) {
            this.choice = choice;
        }
    }

    static final class Tally implements Callable<Integer> {
        private final Answer[] answers;
        private final int[] histogram;
        private final int[] slots;
        private final int part;
        private final Map<Integer, Integer> own = new HashMap<>();
        private int yes;

        Tally(Answer[] answers, int[] histogram, int[] slots, int part) {
            this.answers = answers;
            this.histogram = histogram;
            this.slots = slots;
            this.part = part;
        }

        @Override
        public Integer call() {
            int from = part * PART;
            for (int i = from; i < from + PART; i++) {
                answers[i].weight = 1 + i % 3; // safe: the ranges meet, but do not overlap
                histogram[answers[i].choice]++; // race:histogram
                own.merge(answers[i].choice, 1, Integer::sum); // safe: each task has its own map
                yes += answers[i].choice == 1 ? 1 : 0; // safe: each task has its own
            }
            slots[part] = yes; // safe: one slot for each part
            return yes;
        }
    }

    static Callable<Void> scan(Answer[] answers, int from, int to, List<Integer> log) {
        return () -> {
            for (int i = from; i <= to && i < answers.length; i++) {
                answers[i].seen++; // race:seen
            }
            log.add(from); // race:log
            return null;
        };
    }

    private int finished;
    private int singles;
    private int rounds;

    private void evaluate() throws InterruptedException, ExecutionException {
        Answer[] answers = new Answer[PARTS * PART];
        for (int i = 0; i < answers.length; i++) {
            answers[i] = new Answer(i * i % 5); // safe: before the tasks
        }
        int[] histogram = new int[5];
        int[] slots = new int[PARTS];
        List<Tally> tallies = new ArrayList<>();
        List<Callable<Void>> scans = new ArrayList<>();
        List<Callable<Integer>> counters = new ArrayList<>();
        List<Callable<Integer>> ones = new ArrayList<>();
        List<Integer> log = new ArrayList<>(1 << 8);
        for (int part = 0; part < PARTS; part++) {
            tallies.add(new Tally(answers, histogram, slots, part));
            scans.add(scan(answers, part * PART, (part + 1) * PART, log));
            counters.add(() -> ++finished); // race:finished
            ones.add(() -> ++singles); // safe: only run by the pool of one thread
        }
        ExecutorService pool = Executors.newFixedThreadPool(4);
        int sum = 0;
        for (Future<Integer> future : pool.invokeAll(tallies)) {
            sum += future.get();
            rounds++; // safe: by the main thread
        }
        int again = 0;
        for (Tally tally : tallies) {
            again += tally.yes + tally.own.size(); // safe: invokeAll has waited
        }
        pool.invokeAll(scans);
        answers[PART].seen = 0; // safe: invokeAll has waited
        pool.invokeAll(counters);
        ExecutorService one = Executors.newSingleThreadExecutor();
        one.invokeAll(ones);
        System.out.println(sum + " " + again + " " + slots[3] + " " + singles + " " + rounds); // safe: invokeAll has waited
        Future<?> last = pool.submit(() -> slots[0] = 7); // race:slot
        slots[0]++; // race:slot
        last.get();
        System.out.println(answers[7].weight + " " + answers[PART].seen); // safe: invokeAll has waited
        pool.shutdown();
        one.shutdown();
        if (histogram[0] < 0 || finished < 0 || log.size() > 1 << 8 || slots[0] < 0) { // safe: after get
            throw new AssertionError();
        }
    }

    public static void main(String[] args) throws InterruptedException, ExecutionException {
        new Main().evaluate();
    }
}
