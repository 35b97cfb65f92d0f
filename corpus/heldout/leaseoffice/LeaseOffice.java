package heldout.leaseoffice;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

final class LeaseOffice {
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition freed = lock.newCondition();
    private final Deque<Resource> idle = new ArrayDeque<>();
    private final Map<Long, Lease> active = new HashMap<>();
    private final AtomicLong clock = new AtomicLong();
    private final long ttl;
    private long nextId = 1;
    private int peak;
    private long renewals;
    private volatile String lastHolder = "";

    LeaseOffice(List<String> names, long ttl) {
        this.ttl = ttl;
        for (String name : names) {
            idle.addLast(new Resource(name)); // safe: constructor, before the office is shared
        }
    }

    Lease acquire(String holder, long timeoutMillis) throws InterruptedException {
        long nanos = TimeUnit.MILLISECONDS.toNanos(timeoutMillis);
        lock.lockInterruptibly();
        try {
            while (idle.isEmpty()) { // safe: under lock
                if (nanos <= 0) {
                    throw new IllegalStateException("no resource for " + holder);
                }
                nanos = freed.awaitNanos(nanos);
            }
            Resource r = idle.pollFirst(); // safe: under lock
            Lease lease = new Lease(this, nextId++, holder, r, clock.incrementAndGet()); // safe: nextId under lock
            active.put(lease.id(), lease); // safe: under lock
            if (active.size() > peak) {
                peak = active.size(); // race:peak
            }
            lastHolder = holder; // safe: volatile
            return lease;
        } finally {
            lock.unlock();
        }
    }

    void renew(Lease lease) {
        lock.lock();
        try {
            if (active.containsKey(lease.id())) {
                lease.touch(clock.incrementAndGet());
            }
        } finally {
            lock.unlock();
        }
        renewals++; // race:renewals
    }

    void release(Lease lease) {
        lock.lock();
        try {
            active.remove(lease.id()); // safe: under lock
            idle.addLast(lease.resource());
            freed.signal();
        } finally {
            lock.unlock();
        }
    }

    List<String> auditOverdue() {
        List<String> found = new ArrayList<>();
        long now = clock.get();
        lock.lock();
        try {
            for (Lease l : active.values()) { // safe: under lock
                if (l.overdue(now, ttl)) {
                    found.add(l.holder());
                }
            }
        } finally {
            lock.unlock();
        }
        return found;
    }

    int peakLeases() {
        return peak; // race:peak
    }

    int activeCount() {
        lock.lock();
        try {
            return active.size(); // safe: under lock
        } finally {
            lock.unlock();
        }
    }

    String lastHolder() {
        return lastHolder; // safe: volatile
    }

    /** Only meaningful once all clients have gone. */
    long renewalsAtEnd() {
        return renewals; // safe: called after the pool has terminated
    }

    List<Resource> drainIdle() {
        lock.lock();
        try {
            List<Resource> all = new ArrayList<>(idle);
            idle.clear();
            return all;
        } finally {
            lock.unlock();
        }
    }
}
