package heldout.claimdesk;

import java.util.EnumMap;
import java.util.Map;
import java.util.concurrent.locks.ReadWriteLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import java.util.function.Consumer;

class Workflow {
    private final Map<Claim.State, Claim.State> follow = new EnumMap<>(Claim.State.class);
    private final Map<Claim.State, Consumer<Claim>> actions = new EnumMap<>(Claim.State.class);
    private final ReadWriteLock rw = new ReentrantReadWriteLock();

    Workflow() {
        Claim.State[] all = Claim.State.values();
        for (int i = 0; i + 1 < all.length; i++) {
            follow.put(all[i], all[i + 1]); // safe: constructor, only read afterwards
        }
    }

    void on(Claim.State state, Consumer<Claim> action) {
        rw.writeLock().lock();
        try {
            actions.put(state, action); // safe: write lock
        } finally {
            rw.writeLock().unlock();
        }
    }

    boolean step(Claim claim) {
        Claim.State next = follow.get(claim.state()); // safe: only read after construction
        if (next == null) {
            return false;
        }
        Consumer<Claim> action = actionFor(next);
        if (action != null) {
            action.accept(claim);
        }
        claim.enter(next);
        return true;
    }

    private Consumer<Claim> actionFor(Claim.State state) {
        rw.readLock().lock();
        try {
            return actions.get(state); // safe: read lock
        } finally {
            rw.readLock().unlock();
        }
    }
}
