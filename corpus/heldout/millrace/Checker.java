package heldout.millrace;

import java.util.concurrent.BlockingQueue;

class Checker extends Stage<Summer.Total> {
    private long grandTotal;
    private boolean plausible = true;

    Checker(BlockingQueue<Summer.Total> in) {
        super("checker", in, Summer.Total.END);
    }

    @Override
    protected void handle(Summer.Total total) {
        long sum = total.sum; // safe: handed over by the queue
        plausible &= total.seen <= 16 && sum >= 0; // safe: handed over by the queue
        grandTotal += sum; // safe: checker thread only
        if (grandTotal < 0) {
            throw new NumberFormatException("overflow");
        }
    }

    boolean plausible() {
        return plausible && grandTotal >= 0; // safe: after join
    }
}
