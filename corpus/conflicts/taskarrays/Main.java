package conflicts.taskarrays;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.ForkJoinTask;
import java.util.concurrent.RecursiveAction;

/** Counters of letters that each task has for itself, and one that all have. */
public final class Main {
    static final class Letters extends RecursiveAction {
        private final String text;
        private final int from;
        private final int to;
        private final int[] counts;
        private final boolean[] used;
        private final int[] total;
        private int vowels;

        Letters(String text, int from, int to, int[] total) {
            this.text = text;
            this.from = from;
            this.to = to;
            this.counts = new int[26];
            this.used = new boolean[to - from];
            this.total = total;
        }

        @Override
        protected void compute() {
            for (int i = from; i < to; i++) {
                int letter = text.charAt(i) - 'a';
                counts[letter]++; // safe: each task made its own
                used[i - from] = letter > 3; // safe: each task made its own
                total[letter]++; // race:total
                vowels += letter == 0 || letter == 4 ? 1 : 0; // safe: each task is one object
            }
        }
    }

    static int count(String text, int[] total) {
        List<Letters> parts = new ArrayList<>();
        for (int from = 0; from < text.length(); from += 10) {
            parts.add(new Letters(text, from, Math.min(text.length(), from + 10), total));
        }
        ForkJoinTask.invokeAll(parts);
        int sum = 0;
        for (Letters part : parts) {
            sum += part.vowels + part.counts[3] + (part.used[0] ? 1 : 0); // safe: invokeAll has waited
        }
        return sum;
    }

    public static void main(String[] args) {
        String text = "abcdefghijklmnopqrstuvwxyz".repeat(10);
        ForkJoinPool pool = new ForkJoinPool(3);
        int[] total = new int[26];
        int sum = pool.submit(() -> count(text, total)).join();
        System.out.println(sum);
        pool.shutdown();
        if (total[0] < 0) { // safe: the task was joined
            throw new AssertionError();
        }
    }
}
