package conflicts.seesaw;

import java.util.concurrent.RecursiveAction;

/** Elements of one's own, and those of the one on the other side or just beside: the same number, seen from the other end. */
public final class Main {
    private static final int ROUNDS = 20;

    static final class Seesaw {
        final int[] weight = new int[2];
        final int[] pushes = new int[2];
        final int[] height = new int[2];
        final int[] mirror = new int[2];

        void ride(int seat) {
            int there = 1 - seat;
            for (int i = 0; i < ROUNDS; i++) {
                pushes[seat]++; // safe: only this child pushes there
                weight[seat] = 20 + i; // race:weight
                int other = weight[there]; // race:weight
                height[1 - seat] = other; // safe: each has the seat on the other side to itself
                mirror[seat] = i; // race:mirror
                mirror[there] = -i; // race:mirror
            }
        }
    }

    /** Makes each value the mean of itself and the next one, in place. */
    static final class Smooth extends RecursiveAction {
        private static final long serialVersionUID = 1L;
        private final transient int[] values;
        private final transient int[] counts;
        private final int from;
        private final int to;

        Smooth(int[] values, int[] counts, int from, int to) {
            this.values = values;
            this.counts = counts;
            this.from = from;
            this.to = to;
        }

        @Override
        protected void compute() {
            if (to - from > 8) {
                int middle = (from + to) / 2;
                invokeAll(new Smooth(values, counts, from, middle), new Smooth(values, counts, middle, to));
                return;
            }
            for (int i = from; i < to; i++) {
                int next = values[Math.min(i + 1, values.length - 1)]; // race:edge
                values[i] = (values[i] + next) / 2; // race:edge
                counts[Math.min(i, counts.length - 1)]++; // safe: as many counts as values
            }
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Seesaw seesaw = new Seesaw();
        Thread[] children = new Thread[2];
        for (int i = 0; i < children.length; i++) {
            int seat = i;
            children[i] = new Thread(() -> seesaw.ride(seat));
        }
        for (Thread child : children) {
            child.start();
        }
        for (Thread child : children) {
            child.join();
        }
        int[] values = new int[64];
        for (int i = 0; i < values.length; i++) {
            values[i] = i * i; // safe: before the tasks
        }
        int[] counts = new int[64];
        new Smooth(values, counts, 0, values.length).invoke();
        int sum = seesaw.pushes[0] + values[1] + counts[2]; // safe: all have ended
        System.out.println(sum >= 0 ? "done" : "?");
    }
}
