package heldout.meterpanel;

import java.util.concurrent.atomic.LongAdder;

final class Counter implements Metric {
    private final LongAdder adder = new LongAdder();

    void inc() {
        adder.increment();
    }

    @Override
    public long value() {
        return adder.sum(); // safe: LongAdder
    }
}
