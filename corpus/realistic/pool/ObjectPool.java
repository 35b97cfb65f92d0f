package realistic.pool;

import java.util.LinkedList;

/** Idle objects are guarded by the pool; what describes it is partly guarded, partly not. */
final class ObjectPool<T extends Connection> {
    private final Factory factory;
    private final LinkedList<T> idle = new LinkedList<>();
    private int limit;
    private int active;
    private int borrowed;
    private String name;
    private boolean closed;
    private int evicted;

    ObjectPool(Factory factory, int limit) {
        this.factory = factory;
        this.limit = limit; // safe: before start
    }

    void setName(String name) {
        this.name = name; // safe: before start
    }

    String name() {
        return name; // safe: written before start
    }

    /** Changed at any time, by whoever likes to. */
    void setLimit(int limit) {
        this.limit = limit; // race:limit
    }

    @SuppressWarnings("unchecked")
    T borrow() throws InterruptedException {
        synchronized (this) {
            while (active >= limit) { // race:limit
                wait(5);
            }
            active++; // race:active
            borrowed++; // safe: under this
            if (closed) { // safe: under this
                throw new IllegalStateException();
            }
            if (!idle.isEmpty()) { // safe: under this
                return idle.removeFirst(); // safe: under this
            }
        }
        return (T) factory.make();
    }

    synchronized void giveBack(T object) {
        object.idle(System.nanoTime());
        idle.addLast(object); // safe: under this
        active--; // race:active
        notify();
    }

    void evict() {
        T victim = null;
        synchronized (this) {
            if (!idle.isEmpty() && idle.getFirst().stale(System.nanoTime())) { // safe: under this
                victim = idle.removeFirst(); // safe: under this
            }
        }
        if (victim != null) {
            factory.destroy(victim);
        }
        evicted++; // race:evicted
    }

    int active() {
        return active; // race:active
    }

    int evictions() {
        return evicted; // race:evicted
    }

    synchronized int idle() {
        return idle.size(); // safe: under this
    }

    synchronized void close() {
        closed = true; // safe: under this
    }

    synchronized int borrowed() {
        return borrowed; // safe: under this
    }
}
