package heldout.dripvalve;

import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.atomic.LongAdder;

public class PenaltyBox implements Limiter {
    private final Limiter inner;
    private final int tolerance;
    private final Map<Integer, Integer> strikes = new HashMap<>(64);
    private final LongAdder shortcuts = new LongAdder();

    public PenaltyBox(Limiter inner, int tolerance) {
        this.inner = inner;
        this.tolerance = tolerance;
    }

    @Override
    public boolean tryAcquire(int tenant) {
        Integer soFar = strikes.get(tenant); // race:strikes
        if (soFar != null && soFar > tolerance) {
            shortcuts.increment(); // safe: LongAdder
            return false;
        }
        boolean ok = inner.tryAcquire(tenant);
        if (!ok) {
            strike(tenant);
        }
        return ok;
    }

    private synchronized void strike(int tenant) {
        strikes.merge(tenant, 1, Integer::sum); // race:strikes
    }

    public synchronized int worst() {
        int max = 0;
        for (int n : strikes.values()) { // safe: under this like the only writer
            max = Math.max(max, n);
        }
        return max;
    }

    public long shortcuts() {
        return shortcuts.sum();
    }
}
