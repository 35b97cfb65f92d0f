package heldout.evbus;

import java.util.function.Consumer;

/** Average over all ticks. */
class Average implements Consumer<Tick> {
    private long sum;
    private int n;

    @Override
    public synchronized void accept(Tick t) {
        sum += t.price(); // safe: synchronized method
        n++;
    }

    synchronized double value() {
        return n == 0 ? 0 : (double) sum / n; // safe: synchronized method
    }
}
