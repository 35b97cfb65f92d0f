package heldout.chess;

import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.ForkJoinTask;
import java.util.concurrent.RecursiveAction;

public final class Main {
    private static final int[] openings = new int[8];
    private static int played;

    private static final class Opening extends RecursiveAction {
        private final int from;
        private final int to;

        Opening(int from, int to) {
            this.from = from;
            this.to = to;
        }

        @Override
        protected void compute() {
            if (to - from == 1) {
                openings[from] = new Position(1).play(from).value(); // safe: each leaf has an index of its own
                played++; // race:played
                return;
            }
            int middle = (from + to) >>> 1;
            ForkJoinTask.invokeAll(new Opening(from, middle), new Opening(middle, to));
            if (openings[from] < 0 || openings[to - 1] < 0) { // safe: both halves have ended
                throw new IllegalStateException();
            }
        }
    }

    public static void main(String[] args) {
        ForkJoinPool pool = new ForkJoinPool(4);
        Search search = new Search();
        Explore root = new Explore(search, new Position(4), new int[1], 0);
        int value = pool.invoke(root);
        System.out.println(value + " " + search.best() + " " + search.principalValue() + " " + search.leaves.get());
        System.out.println(root.visited() + " " + search.deepest() + " " + (search.hint() >= 0));
        pool.invoke(new Opening(0, openings.length));
        int sum = 0;
        for (int opening : openings) { // safe: invoke has returned
            sum += opening;
        }
        System.out.println(sum + " " + (played > 0)); // safe: invoke has returned
        pool.shutdown();
    }
}
