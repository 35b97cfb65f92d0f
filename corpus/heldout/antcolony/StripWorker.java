package heldout.antcolony;

import java.util.concurrent.BrokenBarrierException;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.Exchanger;

/** Looks after one strip of the world. */
class StripWorker extends Thread {
    protected final World world;
    private final int from;
    private final int to;
    private final CyclicBarrier spreadDone;
    private final CyclicBarrier generationDone;
    private int harvested;

    StripWorker(String name, World world, int from, int to, CyclicBarrier spreadDone, CyclicBarrier generationDone) {
        super(name);
        this.world = world;
        this.from = from;
        this.to = to;
        this.spreadDone = spreadDone;
        this.generationDone = generationDone;
    }

    @Override
    public void run() {
        try {
            while (!world.isFinished()) {
                int sum = world.spread(from, to);
                world.deposit(from, to);
                world.report(sum);
                harvested += sum; // safe: own field, main reads it after join
                spreadDone.await();
                world.evaporate(from, to);
                afterGeneration(sum);
                generationDone.await();
            }
            atEnd();
        } catch (InterruptedException | BrokenBarrierException e) {
            Thread.currentThread().interrupt();
        }
    }

    protected void afterGeneration(int sum) throws InterruptedException {
    }

    protected void atEnd() throws InterruptedException {
    }

    int harvested() {
        return harvested; // safe: after join
    }

    /** The worker that also feeds the recorder with the history of its strip. */
    static final class Reporting extends StripWorker {
        private final Exchanger<Page> exchanger;
        private Page page = new Page();

        Reporting(World world, int to, CyclicBarrier spreadDone, CyclicBarrier generationDone, Exchanger<Page> exchanger) {
            super("strip-0", world, 0, to, spreadDone, generationDone);
            this.exchanger = exchanger;
        }

        @Override
        protected void afterGeneration(int sum) throws InterruptedException {
            page.add(world.workerGeneration(), sum);
            if (page.isFull()) {
                page = exchanger.exchange(page); // safe: field of the worker thread
            }
        }

        @Override
        protected void atEnd() throws InterruptedException {
            page.last = true; // safe: page is ours until the exchange
            exchanger.exchange(page);
        }
    }

    /** A small buffer of measurements that is passed to and fro. */
    static final class Page {
        private final int[] sums = new int[4];
        private int used;
        boolean last;

        void add(int generation, int sum) {
            sums[used] = generation * 1000 + sum; // safe: owner changes by exchange only
            used++; // safe: owner changes by exchange only
        }

        boolean isFull() {
            return used == sums.length; // safe: owner changes by exchange only
        }

        int drain() {
            int n = used;
            used = 0; // safe: owner changes by exchange only
            return n;
        }
    }
}
