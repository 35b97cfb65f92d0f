package heldout.prefixsums;

import java.util.Arrays;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ForkJoinTask;
import java.util.concurrent.RecursiveAction;
import java.util.stream.IntStream;

/** Builds cumulative rainfall tables with blocked prefix sums and answers range queries from them. */
public class Main {

    /** A scan in three phases: block sums, offsets, block scans. */
    static class BlockScan {
        private final long[] data;
        private final int blockSize;
        private final long[] blockTotals;
        private final long[] offsets;
        private int phase;
        private String note = "";

        BlockScan(long[] data, int blockSize) {
            this.data = data;
            this.blockSize = blockSize;
            int blocks = (data.length + blockSize - 1) / blockSize;
            this.blockTotals = new long[blocks];
            this.offsets = new long[blocks];
        }

        private void sumBlock(int b) {
            int end = Math.min(data.length, (b + 1) * blockSize);
            long t = 0;
            for (int i = b * blockSize; i < end; i++) {
                t += data[i]; // safe: nobody writes data in this phase
            }
            blockTotals[b] = t; // safe: one slot per block
        }

        private void scanBlock(int b) {
            int end = Math.min(data.length, (b + 1) * blockSize);
            long run = offsets[b]; // safe: written before the second batch was forked
            for (int i = b * blockSize; i < end; i++) {
                run += data[i]; // safe: a block's range belongs to one task
                data[i] = run; // safe: a block's range belongs to one task
            }
        }

        void run() {
            phase = 1; // safe: only the calling thread, the tasks do not look at it
            RecursiveAction[] first = new RecursiveAction[blockTotals.length];
            for (int b = 0; b < first.length; b++) {
                final int block = b;
                first[b] = new RecursiveAction() {
                    @Override
                    protected void compute() {
                        sumBlock(block);
                    }
                };
            }
            ForkJoinTask.invokeAll(first);
            phase = 2;
            for (int b = 1; b < offsets.length; b++) {
                offsets[b] = offsets[b - 1] + blockTotals[b - 1]; // safe: between the batches
            }
            IntStream.range(0, offsets.length).parallel().forEach(this::scanBlock);
            phase = 3;
            note = "phase " + phase; // safe: after the batches, in the calling thread
        }
    }

    static class RangeTable {
        private final long[] cumulative;
        private long[] monthly;

        RangeTable(long[] cumulative) {
            this.cumulative = cumulative;
        }

        void fillMonths() {
            monthly = new long[12];
            Arrays.parallelSetAll(monthly, m -> between(m * 30, m * 30 + 30)); // safe: the array was stored before the tasks were forked
        }

        long between(int from, int to) {
            return cumulative[to - 1] - (from == 0 ? 0 : cumulative[from - 1]); // safe: no longer modified
        }

        long wettest() {
            return Arrays.stream(monthly).parallel().max().orElse(0); // safe: filled by the stage before
        }
    }

    public static void main(String[] args) {
        long[] rain = new long[360];
        Arrays.parallelSetAll(rain, d -> (d * 7919L) % 23);
        long[] check = rain.clone();
        CompletableFuture<Void> library = CompletableFuture.runAsync(() -> Arrays.parallelPrefix(check, Long::sum)); // safe: check is a copy
        BlockScan scan = new BlockScan(rain, 50);
        scan.run();
        library.join();
        System.out.println(scan.note + " equal=" + Arrays.equals(rain, check)); // safe: after join
        long wettest = CompletableFuture.supplyAsync(() -> new RangeTable(rain))
                .thenApply(t -> {
                    t.fillMonths();
                    return t;
                })
                .thenApplyAsync(RangeTable::wettest) // safe: the stage runs after the one before
                .join();
        System.out.println("wettest month " + wettest);
    }
}
