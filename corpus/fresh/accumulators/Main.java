package fresh.accumulators;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;

/** A batch of measurements is worked off by threads with an accumulator each, merged at the end. */
public final class Main {
    static class Accumulator {
        protected long count;
        protected double sum;

        void add(double value) {
            count++; // safe: one accumulator per thread
            sum += value; // safe: one accumulator per thread
        }

        void mergeFrom(Accumulator other) {
            count += other.count; // safe: after join
            sum += other.sum; // safe: after join
        }
    }

    static final class MinMax extends Accumulator {
        private double min = Double.POSITIVE_INFINITY;
        private double max = Double.NEGATIVE_INFINITY;

        @Override
        void add(double value) {
            super.add(value);
            min = Math.min(min, value); // safe: one accumulator per thread
            max = Math.max(max, value); // safe: one accumulator per thread
        }

        @Override
        void mergeFrom(Accumulator other) {
            super.mergeFrom(other);
            if (other instanceof MinMax that) {
                min = Math.min(min, that.min); // safe: after join
                max = Math.max(max, that.max); // safe: after join
            }
        }
    }

    static final class Worker extends Thread {
        private final double[] batch;
        private final AtomicInteger cursor;
        private final Accumulator accumulator;
        private final ConcurrentLinkedQueue<String> log;

        Worker(double[] batch, AtomicInteger cursor, Accumulator accumulator, ConcurrentLinkedQueue<String> log) {
            this.batch = batch;
            this.cursor = cursor;
            this.accumulator = accumulator;
            this.log = log;
        }

        @Override
        public void run() {
            int index;
            while ((index = cursor.getAndIncrement()) < batch.length) {
                accumulator.add(batch[index]); // safe: filled before the start
                batch[index] = 0; // safe: every index is taken once
            }
            log.add(getName() + " done"); // safe: concurrent queue
        }
    }

    private static Accumulator run(double[] batch, boolean extremes) throws InterruptedException {
        AtomicInteger cursor = new AtomicInteger();
        ConcurrentLinkedQueue<String> log = new ConcurrentLinkedQueue<>();
        List<Worker> workers = new ArrayList<>();
        for (int i = 0; i < 4; i++) {
            Accumulator own = extremes ? new MinMax() : new Accumulator();
            workers.add(new Worker(batch, cursor, own, log));
        }
        for (Worker worker : workers) {
            worker.start();
        }
        Accumulator total = extremes ? new MinMax() : new Accumulator();
        for (Worker worker : workers) {
            worker.join();
            total.mergeFrom(worker.accumulator); // safe: after join
        }
        if (log.size() != workers.size()) {
            throw new IllegalStateException();
        }
        return total;
    }

    public static void main(String[] args) throws InterruptedException {
        double[] batch = new double[500];
        for (int round = 0; round < 2; round++) {
            for (int i = 0; i < batch.length; i++) {
                batch[i] = i % 17 + round; // safe: no worker is running
            }
            Accumulator total = run(batch, round == 1);
            System.out.println(total.count + " " + total.sum); // safe: after join
            if (total instanceof MinMax minMax) {
                System.out.println(minMax.min + " " + minMax.max); // safe: after join
            }
        }
    }
}
