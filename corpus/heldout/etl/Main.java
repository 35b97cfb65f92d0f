package heldout.etl;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.Exchanger;
import java.util.concurrent.LinkedBlockingQueue;

/** extract -> transform (two workers) -> load -> archive. */
public class Main {

    static class Row {
        static final Row END = new Row(-1, "");

        final int no;
        String raw;
        String region;
        long cents;

        Row(int no, String raw) {
            this.no = no;
            this.raw = raw;
        }
    }

    abstract static class Stage extends Thread {
        protected int handled;
        private Exception failure;

        Stage(String name) {
            super(name);
        }

        abstract void work() throws Exception;

        @Override
        public final void run() {
            try {
                work();
            } catch (Exception e) {
                failure = e; // safe: read after join
            }
        }

        String outcome() {
            return getName() + " handled " + handled + (failure == null ? "" : " failed: " + failure); // safe: asked after join
        }
    }

    static class Extractor extends Stage {
        private final BlockingQueue<Row> out;
        private final int rows;
        private final int consumers;

        Extractor(BlockingQueue<Row> out, int rows, int consumers) {
            super("extract");
            this.out = out;
            this.rows = rows;
            this.consumers = consumers;
        }

        @Override
        void work() throws InterruptedException {
            String[] regions = {"north", "south", "east"};
            for (int i = 0; i < rows; i++) {
                Row r = new Row(i, null);
                r.raw = regions[i % 3] + ";" + i * 3 + "." + (10 + i); // safe: row not handed over yet
                out.put(r);
                handled++; // safe: counter of this stage's own thread
            }
            for (int i = 0; i < consumers; i++) {
                out.put(Row.END);
            }
        }
    }

    static class Transformer extends Stage {
        private final BlockingQueue<Row> in;
        private final BlockingQueue<Row> out;

        Transformer(String name, BlockingQueue<Row> in, BlockingQueue<Row> out) {
            super(name);
            this.in = in;
            this.out = out;
        }

        @Override
        void work() throws InterruptedException {
            Row r;
            while ((r = in.take()) != Row.END) {
                String[] cols = r.raw.split(";"); // safe: written before the extractor's put
                String[] money = cols[1].split("\\.");
                r.region = cols[0]; // safe: this worker took the row from the queue
                r.cents = Long.parseLong(money[0]) * 100 + Long.parseLong(money[1]); // safe: owner of the row (false alarm: that the end marker is no row is not known)
                r.raw = null; // safe: owner of the row
                handled++;
                out.put(r);
            }
            out.put(Row.END);
        }
    }

    /** Sums up per region and swaps full row buffers for empty ones with the archiver. */
    static class Loader extends Stage {
        private final BlockingQueue<Row> in;
        private final Exchanger<List<Row>> swap;
        private final Map<String, Long> totals = new TreeMap<>();
        private int openInputs;

        Loader(BlockingQueue<Row> in, Exchanger<List<Row>> swap, int openInputs) {
            super("load");
            this.in = in;
            this.swap = swap;
            this.openInputs = openInputs;
        }

        @Override
        void work() throws InterruptedException {
            List<Row> buffer = new ArrayList<>();
            while (openInputs > 0) { // safe: used by the loader thread only, once it runs
                Row r = in.take();
                if (r == Row.END) {
                    openInputs--;
                    continue;
                }
                totals.merge(r.region, r.cents, Long::sum); // safe: written before the transformer's put
                buffer.add(r); // safe: this buffer is on the loader's side now
                handled++;
                if (buffer.size() == 4) {
                    buffer = swap.exchange(buffer);
                }
            }
            buffer.add(Row.END);
            swap.exchange(buffer);
        }
    }

    static class Archiver extends Stage {
        private final Exchanger<List<Row>> swap;
        private final StringBuilder file = new StringBuilder();

        Archiver(Exchanger<List<Row>> swap) {
            super("archive");
            this.swap = swap;
        }

        @Override
        void work() throws InterruptedException {
            List<Row> buffer = new ArrayList<>();
            while (true) {
                buffer = swap.exchange(buffer);
                for (Row r : buffer) { // safe: the exchanger handed the full buffer over
                    if (r == Row.END) {
                        return;
                    }
                    file.append(r.no).append('=').append(r.cents).append(' '); // safe: only this thread appends
                    handled++;
                }
                buffer.clear(); // safe: goes back to the loader with the next exchange
            }
        }
    }

    public static void main(String[] args) throws InterruptedException {
        BlockingQueue<Row> extracted = new ArrayBlockingQueue<>(4);
        BlockingQueue<Row> transformed = new LinkedBlockingQueue<>();
        Exchanger<List<Row>> swap = new Exchanger<>();

        Loader loader = new Loader(transformed, swap, 2);
        Archiver archiver = new Archiver(swap);
        List<Stage> stages = List.of(
                new Extractor(extracted, 18, 2),
                new Transformer("transform-1", extracted, transformed),
                new Transformer("transform-2", extracted, transformed),
                loader,
                archiver);
        stages.forEach(Thread::start);
        for (Stage s : stages) {
            s.join();
            System.out.println(s.outcome());
        }
        System.out.println(loader.totals); // safe: loader was joined
        System.out.println(archiver.file.length() + " chars archived"); // safe: archiver was joined
    }
}
