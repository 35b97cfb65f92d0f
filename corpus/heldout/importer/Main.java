package heldout.importer;

import java.util.HashMap;
import java.util.Map;

/** Parses measurement lines in parallel chunks, smooths them and collects statistics. */
public class Main {

    private static final int WORKERS = 3;

    private final String[] lines;
    private final double[] parsed;
    private final double[] smoothed;
    private final long[] checksums = new long[WORKERS];
    private final Guard guard = new Guard();
    private final Map<Integer, Integer> histogram = new HashMap<>();
    private double maximum;
    private int rejected;
    private int finished;

    Main(String[] lines) {
        this.lines = lines;
        this.parsed = new double[lines.length];
        this.smoothed = new double[lines.length];
    }

    private class ChunkWorker implements Runnable {
        private final int index;
        private final int from;
        private final int to;

        ChunkWorker(int index, int from, int to) {
            this.index = index;
            this.from = from;
            this.to = to;
        }

        @Override
        public void run() {
            for (int i = from; i < to; i++) {
                parseLine(i);
            }
            for (int i = from; i < to; i++) {
                double left = i > 0 ? parsed[i - 1] : 0; // race:parsed
                double own = parsed[i]; // safe: own chunk, written by this worker
                smoothed[i] = (left + own) / 2; // safe: chunks are disjoint
                checksums[index] += Math.round(smoothed[i]); // safe: one slot per worker
            }
            try (Guard g = guard.enter()) {
                finished++; // safe: guard held, read under it or after the joins
            }
        }

        private void parseLine(int i) {
            try (Guard g = guard.enter()) {
                double value = Double.parseDouble(lines[i]); // safe: lines never change
                histogram.merge((int) value / 10, 1, Integer::sum); // safe: guard held
                if (value > maximum) { // safe: guard held
                    maximum = value; // safe: guard held
                }
                parsed[i] = value; // race:parsed
            } catch (NumberFormatException e) {
                rejected++; // race:rejected
            }
        }
    }

    boolean done() {
        try (Guard g = guard.enter()) {
            return finished == WORKERS; // safe: guard held
        }
    }

    void importAll() throws InterruptedException {
        Thread[] threads = new Thread[WORKERS];
        int chunk = (lines.length + WORKERS - 1) / WORKERS;
        for (int w = 0; w < WORKERS; w++) {
            int from = w * chunk;
            int to = Math.min(lines.length, from + chunk);
            threads[w] = new Thread(new ChunkWorker(w, from, to), "chunk-" + w);
            threads[w].start();
        }
        System.out.println("done early: " + done());
        long sum = 0;
        for (int w = 0; w < WORKERS; w++) {
            threads[w].join();
            sum += checksums[w]; // safe: worker w was joined
        }
        System.out.println("checksum " + sum + ", rejected " + rejected); // safe: all joined
        System.out.println("max " + maximum + ", histogram " + histogram); // safe: all joined
        System.out.println("last " + smoothed[smoothed.length - 1]); // safe: all joined
    }

    public static void main(String[] args) throws InterruptedException {
        String[] lines = new String[600];
        for (int i = 0; i < lines.length; i++) {
            lines[i] = i % 37 == 5 ? "n/a" : String.valueOf((i * 31) % 97 + 0.5);
        }
        new Main(lines).importAll();
    }
}
