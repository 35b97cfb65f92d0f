package heldout.millrace;

import java.util.List;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;

public class Main {
    private static final String EOF = new String("<eof>");

    /** Weeds out comment lines; complains about lines that are too long. */
    static class Sieve extends Stage<String> {
        private final BlockingQueue<String> out;
        private int comments;

        Sieve(BlockingQueue<String> in, BlockingQueue<String> out) {
            super("sieve", in, EOF);
            this.out = out;
        }

        @Override
        protected void handle(String line) throws InterruptedException {
            if (line.startsWith("#")) {
                comments++; // safe: sieve thread, read after join
                return;
            }
            if (line.length() > 6) {
                throw new NumberFormatException("line too long");
            }
            out.put(line);
        }

        @Override
        protected void finish() throws InterruptedException {
            out.put(EOF);
        }
    }

    public static void main(String[] args) throws InterruptedException {
        BlockingQueue<String> raw = new LinkedBlockingQueue<>();
        BlockingQueue<String> clean = new ArrayBlockingQueue<>(32);
        BlockingQueue<Batch> batches = new ArrayBlockingQueue<>(4);
        BlockingQueue<Summer.Total> totals = new LinkedBlockingQueue<>();

        Sieve sieve = new Sieve(raw, clean);
        Parser parser = new Parser(clean, EOF, batches);
        Summer summer = new Summer(batches, totals);
        Checker checker = new Checker(totals);
        List<Stage<?>> stages = List.of(sieve, parser, summer, checker);
        for (Stage<?> stage : stages) {
            stage.start();
        }
        int high = 0;
        for (int i = 0; i < 600; i++) {
            if (i % 20 == 7) {
                raw.put("# comment");
            } else if (i % 50 == 13) {
                raw.put("x" + i);
            } else if (i % 50 == 31) {
                raw.put("9999999999");
            } else {
                raw.put(Integer.toString(i % 97));
            }
            if (i % 100 == 0) {
                for (Stage<?> stage : stages) {
                    high = Math.max(high, stage.processed());
                }
            }
        }
        raw.put(EOF);
        for (Stage<?> stage : stages) {
            stage.join();
        }
        for (Stage<?> stage : stages) {
            System.out.println(stage.getName() + " " + stage.processed() + " " + stage.lastTrouble());
        }
        System.out.println("comments " + sieve.comments + " batches " + summer.produced());
        System.out.println("plausible " + checker.plausible() + " high " + (high <= 600));
        System.out.println("troubles in range " + (Stage.troubles() <= 24));
    }
}
