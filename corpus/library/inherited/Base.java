package library.inherited;

/** Abstract: the objects are those of the classes below. */
public abstract class Base {
    protected int count;
    private int total;

    public synchronized void add(int value) {
        count++; // race:count
        total += value; // safe: always under the lock
        changed();
    }

    public synchronized int total() {
        return total; // safe: under the lock
    }

    protected abstract void changed();
}
