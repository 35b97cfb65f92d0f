package heldout.millrace;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;

class Summer extends Stage<Batch> {
    private final List<Total> produced = new ArrayList<>();
    private final BlockingQueue<Total> sink;

    Summer(BlockingQueue<Batch> in, BlockingQueue<Total> sink) {
        super("summer", in, Batch.STOP);
        this.sink = sink;
    }

    @Override
    protected void handle(Batch batch) throws InterruptedException {
        int n = batch.count; // race:count
        Total total = new Total();
        for (int i = 0; i < n; i++) {
            int v = batch.values[i]; // race:values
            total.sum += v; // safe: not handed over yet
            total.seen++; // safe: not handed over yet
        }
        produced.add(total); // safe: list of the summer thread
        sink.put(total);
    }

    @Override
    protected void finish() throws InterruptedException {
        sink.put(Total.END);
    }

    int produced() {
        return produced.size(); // safe: after join
    }

    /** Result of one batch; filled by the summer, then only read. */
    static class Total {
        static final Total END = new Total();
        long sum;
        int seen;
    }
}
