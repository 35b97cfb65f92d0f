package loops.divide;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.RecursiveAction;

/** A field is harvested by dividing it: halves are apart, the barn is not, and neither is the fence between the halves. */
public final class Main {
    static final class Strip {
        int corn;
        int mown;
        int dew;
    }

    static final class Barn {
        int corn;
        int loads;
        final List<Integer> slips = new ArrayList<>(1024);
    }

    @SuppressWarnings("serial")
    static final class Harvest extends RecursiveAction {
        private final Strip[] strips;
        private final int[] fences;
        private final int from;
        private final int to;
        private final Barn barn;
        private int cut;

        Harvest(Strip[] strips, int[] fences, int from, int to, Barn barn) {
            this.strips = strips;
            this.fences = fences;
            this.from = from;
            this.to = to;
            this.barn = barn;
        }

        @Override
        protected void compute() {
            if (to - from <= 8) {
                for (int i = from; i < to; i++) {
                    strips[i].mown++; // safe: each strip belongs to one part
                    cut += strips[i].corn; // safe: the task's own field
                    fences[i]++; // race:fences
                    fences[i + 1]++; // race:fences
                }
                barn.corn += cut; // race:corn
                synchronized (barn) {
                    barn.loads++; // safe: under the barn
                    barn.slips.add(cut); // safe: under the barn
                }
                return;
            }
            int middle = (from + to) >>> 1;
            Harvest left = new Harvest(strips, fences, from, middle, barn);
            Harvest right = new Harvest(strips, fences, middle, to, barn);
            invokeAll(left, right);
            cut = left.cut + right.cut; // safe: invokeAll has waited for both
        }
    }

    @SuppressWarnings("serial")
    static final class Dry extends RecursiveAction {
        private final Strip[] strips;
        private final int depth;

        Dry(Strip[] strips, int depth) {
            this.strips = strips;
            this.depth = depth;
        }

        @Override
        protected void compute() {
            if (depth > 0) {
                Dry one = new Dry(strips, depth - 1);
                Dry other = new Dry(strips, depth - 1);
                strips[0].dew += 2; // race:dew
                one.fork();
                strips[0].dew++; // race:dew
                other.compute();
                one.join();
            } else {
                strips[0].dew--; // race:dew
            }
        }
    }

    public static void main(String[] args) {
        Strip[] strips = new Strip[100];
        for (int i = 0; i < strips.length; i++) {
            strips[i] = new Strip();
            strips[i].corn = 3 + i % 4; // safe: before the pool gets it
        }
        Barn barn = new Barn();
        Harvest harvest = new Harvest(strips, new int[101], 0, strips.length, barn);
        ForkJoinPool pool = new ForkJoinPool(3);
        pool.invoke(harvest);
        ForkJoinPool.commonPool().invoke(new Dry(new Strip[] {new Strip()}, 3));
        pool.shutdown();
        int mown = 0;
        for (Strip strip : strips) {
            mown += strip.mown; // safe: after invoke
        }
        System.out.println(harvest.cut + " " + mown + " " + barn.loads + " " + barn.slips.size()); // safe: after invoke
        if (barn.corn > harvest.cut) { // safe: after invoke
            throw new AssertionError();
        }
    }
}
