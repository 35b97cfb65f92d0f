package heldout.tokenbooth;

import java.util.concurrent.atomic.AtomicReference;

/** Lock-free token bucket: an immutable state, replaced by compare-and-set. */
final class TokenBucket implements Limiter {
    private record State(long tokens, long refilledAt) {
    }

    private final AtomicReference<State> state;
    private final long capacity;
    private final Clock clock;

    TokenBucket(long capacity, Clock clock) {
        this.capacity = capacity;
        this.clock = clock;
        this.state = new AtomicReference<>(new State(capacity, clock.now()));
    }

    @Override
    public boolean tryAcquire(String client) {
        while (true) {
            State old = state.get();
            long now = clock.now();
            long tokens = Math.min(capacity, old.tokens() + (now - old.refilledAt())); // safe: immutable state
            if (tokens == 0) {
                return false;
            }
            if (state.compareAndSet(old, new State(tokens - 1, now))) {
                return true;
            }
        }
    }

    long tokens() {
        return state.get().tokens();
    }
}
