package juc.forkjoin;

import java.util.Arrays;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.RecursiveTask;

/** Tasks of a fork-join pool fill parts of an array of parcels; a parallel stream reads them. */
public final class Main {
    static final int ROUNDS = 300;

    /** What is handed over. Its fields are plain: only the order of threads makes them safe. */
    static final class Parcel {
        int number;
        long weight;
        String label;
        int[] unused;

        Parcel fill(int i) {
            number = i;
            weight = i * 3L;
            label = "parcel";
            return this;
        }

        void check(int i) {
            if (number != i || weight != i * 3L || !label.equals("parcel")) {
                throw new AssertionError("a parcel was not seen as it was sent: " + number + ", not " + i);
            }
            number = -1; // safe: whoever gets it owns it
        }
    }

    static final class Sum extends RecursiveTask<Parcel> {
        final Parcel[] all;
        final int from;
        final int to;
        Parcel result;

        Sum(Parcel[] all, int from, int to) {
            this.all = all;
            this.from = from;
            this.to = to;
        }

        @Override
        protected Parcel compute() {
            result = new Parcel();
            if (to - from < 8) {
                for (int i = from; i < to; i++) {
                    all[i] = new Parcel().fill(i); // safe: ordered
                    result.number += i; // safe: ordered
                }
            } else {
                int middle = (from + to) >>> 1;
                Sum left = new Sum(all, from, middle);
                Sum right = new Sum(all, middle, to);
                left.fork();
                right.compute();
                left.join();
                result.number = left.result.number + right.result.number; // safe: ordered
            }
            return result;
        }
    }

    public static void main(String[] args) throws Exception {
        for (int round = 0; round < 30; round++) {
            Parcel[] all = new Parcel[256];
            ForkJoinPool pool = new ForkJoinPool(3);
            Parcel sum = pool.invoke(new Sum(all, 0, all.length));
            pool.shutdown();
            long weight = Arrays.stream(all).parallel().mapToLong(p -> p.weight).sum();
            if (sum.number * 3L != weight) {
                throw new AssertionError("the sums differ");
            }
        }
        System.out.println("done");
    }
}
