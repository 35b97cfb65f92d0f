package library.cursors;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.concurrent.locks.ReentrantLock;

/** A journal that threads share; each goes over it with a cursor of its own, which takes the lock of the journal for every line. */
public final class Journal implements Iterable<String> {
    private final ReentrantLock lock = new ReentrantLock();
    private final List<String> lines = new ArrayList<>();
    private int written;

    public void write(String line) {
        lock.lock();
        try {
            lines.add(line); // safe: under the lock
            written++; // race:written
        } finally {
            lock.unlock();
        }
    }

    public int written() {
        return written; // race:written
    }

    @Override
    public Iterator<String> iterator() {
        return new Cursor();
    }

    /** One thread goes on with it at a time, as with every iterator. */
    private final class Cursor implements Iterator<String> {
        private int next;
        private String last;

        @Override
        public boolean hasNext() {
            lock.lock();
            try {
                return next < lines.size(); // safe: a cursor is for one thread, and the lines are under the lock
            } finally {
                lock.unlock();
            }
        }

        @Override
        public String next() {
            lock.lock();
            try {
                if (next >= lines.size()) {
                    throw new NoSuchElementException("no line " + next + " after " + last);
                }
                last = lines.get(next++); // safe: a cursor is for one thread
            } finally {
                lock.unlock();
            }
            return last; // safe: a cursor is for one thread
        }
    }
}
