package heldout.wirepool;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ConcurrentLinkedDeque;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicInteger;

class WirePool {
    private final Semaphore permits;
    private final Semaphore journalMutex = new Semaphore(1);
    private final ConcurrentLinkedDeque<Wire> idle = new ConcurrentLinkedDeque<>();
    private final List<Wire> known = new CopyOnWriteArrayList<>();
    private final List<String> journal = new ArrayList<>();
    private final AtomicInteger serials = new AtomicInteger();
    private int opened;
    private int borrowed;

    private WirePool(Builder b) {
        this.permits = new Semaphore(b.size, b.fair);
        for (int i = 0; i < b.preopened; i++) {
            idle.push(new Wire(serials.incrementAndGet()));
        }
        known.addAll(idle);
    }

    static Builder builder() {
        return new Builder();
    }

    Wire borrow() throws InterruptedException {
        permits.acquire();
        Wire wire = idle.pollFirst(); // safe: concurrent deque
        if (wire == null || wire.isBroken()) {
            if (wire != null) {
                wire.close();
            }
            wire = open();
        }
        borrowed++; // race:borrowed
        return wire;
    }

    private Wire open() throws InterruptedException {
        Wire wire = new Wire(serials.incrementAndGet());
        known.add(wire); // safe: copy on write
        journalMutex.acquire();
        try {
            journal.add("open " + wire.serial); // safe: semaphore with one permit
            opened++; // safe: semaphore with one permit
        } finally {
            journalMutex.release();
        }
        return wire;
    }

    void giveBack(Wire wire) {
        wire.touch();
        idle.offerFirst(wire);
        permits.release();
    }

    /** Looks at all wires, idle or not. */
    int sweep(long maxIdleNanos) {
        int marked = 0;
        for (Wire wire : known) { // safe: copy on write
            if (wire.idleFor(maxIdleNanos)) {
                wire.markBroken();
                marked++;
            }
        }
        return marked;
    }

    boolean journalMatches() throws InterruptedException {
        journalMutex.acquire();
        try {
            return journal.size() == opened; // safe: semaphore with one permit
        } finally {
            journalMutex.release();
        }
    }

    int borrowedTotal() {
        return borrowed; // safe: the clients have been joined
    }

    int statementTotal() {
        int sum = 0;
        for (Wire wire : known) {
            sum += wire.statements();
        }
        return sum;
    }

    int freePermits() {
        return permits.availablePermits();
    }

    static final class Builder {
        private int size = 2;
        private int preopened;
        private boolean fair;

        Builder size(int n) {
            size = n; // safe: builder stays in the main thread
            return this;
        }

        Builder preopened(int n) {
            preopened = n; // safe: builder stays in the main thread
            return this;
        }

        Builder fair() {
            fair = true;
            return this;
        }

        WirePool build() {
            return new WirePool(this);
        }
    }
}
