package heldout.tokenbooth;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/** The front door: asks all limiters and keeps the books. */
final class Booth {
    enum Verdict { PASSED, THROTTLED }

    private static final ThreadLocal<int[]> SCRATCH = ThreadLocal.withInitial(() -> new int[2]);

    private final List<Limiter> limiters;
    private final SlidingWindow.InFlight inFlight = new SlidingWindow.InFlight();
    private final ClosingLock lock = new ClosingLock();
    private final Map<Verdict, Integer> verdicts = new EnumMap<>(Verdict.class);
    private String lastClient;

    private Booth(List<Limiter> limiters) {
        this.limiters = limiters;
    }

    static Builder builder() {
        return new Builder();
    }

    static final class Builder {
        private final List<Limiter> limiters = new ArrayList<>();

        Builder with(Limiter l) {
            limiters.add(l); // safe: builder stays in main
            return this;
        }

        Booth build() {
            return new Booth(List.copyOf(limiters));
        }
    }

    boolean request(String client) {
        inFlight.enter(client);
        try {
            int[] scratch = SCRATCH.get();
            scratch[0] = 0; // safe: thread-local array
            for (Limiter l : limiters) {
                scratch[0] += l.tryAcquire(client) ? 1 : 0; // safe: thread-local array
            }
            boolean passed = scratch[0] == limiters.size();
            record(client, passed ? Verdict.PASSED : Verdict.THROTTLED);
            return passed;
        } finally {
            inFlight.exit(client);
        }
    }

    private void record(String client, Verdict v) {
        try (ClosingLock.Held held = lock.hold()) {
            verdicts.merge(v, 1, Integer::sum); // safe: closing lock held
            lastClient = client; // safe: closing lock held
        }
    }

    int count(Verdict v) {
        try (ClosingLock.Held held = lock.hold()) {
            return verdicts.getOrDefault(v, 0); // safe: closing lock held
        }
    }

    String lastClient() {
        try (ClosingLock.Held held = lock.hold()) {
            return lastClient; // safe: closing lock held
        }
    }

    int lockings() {
        return lock.acquisitions();
    }

    SlidingWindow.InFlight inFlight() {
        return inFlight;
    }
}
