package threads.forkjoin;

import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.RecursiveTask;

/** Words of a text are counted by dividing it; statistics on the side are shared by all subtasks. */
public final class Main {
    private static final int SMALL = 8;
    private static int splits;
    private static int deepest;
    private static final Object LOCK = new Object();

    static final class Count extends RecursiveTask<Integer> {
        private final String[] words;
        private final int from;
        private final int to;
        private final int depth;
        private int longest;

        Count(String[] words, int from, int to, int depth) {
            this.words = words;
            this.from = from;
            this.to = to;
            this.depth = depth;
        }

        @Override
        protected Integer compute() {
            if (to - from <= SMALL) {
                int sum = 0;
                for (int i = from; i < to; i++) {
                    sum += words[i].length(); // safe: nobody writes after the start
                    longest = Math.max(longest, words[i].length()); // safe: the task's own field
                }
                return sum;
            }
            splits++; // race:splits
            synchronized (LOCK) {
                deepest = Math.max(deepest, depth); // safe: under the lock
            }
            int middle = (from + to) >>> 1;
            Count left = new Count(words, from, middle, depth + 1);
            Count right = new Count(words, middle, to, depth + 1);
            left.fork();
            int sum = right.compute();
            sum += left.join();
            longest = Math.max(left.longest, right.longest); // safe: the left task is joined, the right ran here
            return sum;
        }
    }

    public static void main(String[] args) {
        String[] words = new String[128];
        for (int i = 0; i < words.length; i++) {
            words[i] = "w".repeat(i % 13); // safe: before the pool gets it
        }
        ForkJoinPool pool = new ForkJoinPool(3);
        Count all = new Count(words, 0, words.length, 0);
        int letters = pool.invoke(all);
        System.out.println(letters + " " + all.longest); // safe: after invoke
        if (splits == 0 || deepest > 10) { // safe: after invoke
            throw new AssertionError();
        }
        pool.shutdown();
    }
}
