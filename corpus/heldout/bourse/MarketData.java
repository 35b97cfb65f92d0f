package heldout.bourse;

import java.util.Arrays;
import java.util.concurrent.atomic.AtomicReference;

record Trade(int buyer, int seller, int price, int quantity) {
}

record Quote(int low, int high) {
    Quote with(int price) {
        return new Quote(Math.min(low, price), Math.max(high, price));
    }
}

/** What the public gets to see: the tape, the day's range and the depth for each price band. */
final class MarketData {
    static final int BANDS = 4;

    private final AtomicReference<Quote> range = new AtomicReference<>(new Quote(Integer.MAX_VALUE, 0));
    private volatile Trade[] tape = new Trade[0];
    private volatile int[] depth = new int[BANDS];

    /** Called by the matcher, one trade at a time. */
    synchronized void print(Trade trade) {
        Trade[] old = tape;
        Trade[] longer = Arrays.copyOf(old, old.length + 1);
        longer[old.length] = trade; // safe: array is not yet published
        tape = longer; // safe: volatile publication
        range.updateAndGet(q -> q.with(trade.price())); // safe: immutable value in an atomic reference
    }

    void changeDepth(int price, int by) {
        int[] d = depth;
        d[price % BANDS] += by; // race:depth
    }

    int depthAt(int price) {
        int[] d = depth;
        return d[price % BANDS]; // race:depth
    }

    int volume() {
        int sum = 0;
        for (Trade t : tape) { // safe: published arrays are never changed
            sum += t.quantity();
        }
        return sum;
    }

    Quote range() {
        return range.get();
    }

    /** After the close of trading. */
    int finalDepth() {
        int sum = 0;
        for (int d : depth) { // safe: all traders have been awaited
            sum += d;
        }
        return sum;
    }
}
