package heldout.dripvalve;

import java.util.concurrent.ConcurrentHashMap;

/** Allows a number of calls per window; the window advances with the calls themselves. */
public class WindowLimiter implements Limiter {
    private static final int WINDOW = 10;
    private final ConcurrentHashMap<Integer, int[]> windows = new ConcurrentHashMap<>();
    private final int allowed;

    public WindowLimiter(int allowed) {
        this.allowed = allowed;
    }

    @Override
    public boolean tryAcquire(int tenant) {
        boolean[] ok = new boolean[1];
        windows.compute(tenant, (key, w) -> {
            if (w == null) {
                w = new int[2];
            }
            w[0]++; // safe: compute is exclusive per key
            if (w[0] % WINDOW == 0) { // safe: compute is exclusive per key
                w[1] = 0; // safe: compute is exclusive per key
            }
            ok[0] = w[1]++ < allowed; // safe: compute is exclusive per key, ok is local
            return w;
        });
        return ok[0]; // safe: local array
    }

    public int callsOf(int tenant) {
        int[] out = new int[1];
        windows.computeIfPresent(tenant, (key, w) -> {
            out[0] = w[0]; // safe: compute is exclusive per key
            return w;
        });
        return out[0];
    }
}
