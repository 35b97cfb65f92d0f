package heldout.claimdesk;

import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;

/** An insurance claim that moves through its states. Whoever holds the lease may change it. */
class Claim {
    enum State { RECEIVED, CHECKED, ASSESSED, PAID, ARCHIVED }

    private final int number;
    private final AtomicReference<String> lease = new AtomicReference<>();
    private final Map<String, String> facts = new HashMap<>();
    private final StringBuilder log = new StringBuilder();
    private State state = State.RECEIVED;
    private int amount;
    private volatile boolean closed;

    Claim(int number, int amount) {
        this.number = number;
        this.amount = amount;
    }

    boolean acquire(String worker) {
        return lease.compareAndSet(null, worker);
    }

    void release() {
        lease.set(null);
    }

    State state() {
        return state; // safe: by the holder of the lease only
    }

    void enter(State next) {
        state = next; // safe: by the holder of the lease only
        log.append(next.ordinal()); // safe: by the holder of the lease only
        if (next == State.ARCHIVED) {
            closed = true; // safe: volatile
        }
    }

    void fact(String key, String value) {
        facts.put(key, value); // safe: by the holder of the lease only
    }

    String factOf(String key) {
        return facts.get(key); // safe: by the holder of the lease only
    }

    void reduce(int percent) {
        amount -= amount * percent / 100; // safe: by the holder of the lease only
    }

    boolean closed() {
        return closed; // safe: volatile
    }

    int finalAmount() {
        return closed ? amount : -1; // safe: amount is read only after closed, which is set last
    }

    String log() {
        return log.toString(); // safe: workers joined
    }

    int number() {
        return number;
    }
}
