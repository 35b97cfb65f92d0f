package heldout.poolkeeper;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;

/** Lends links to clients; each link has at most one borrower. */
class LinkPool {
    private final BlockingQueue<Link> idle;
    private final List<Link> all = new ArrayList<>();
    private final Lock lock = new ReentrantLock();
    private int lent;
    private int mostLent;
    private int waits;

    LinkPool(int size) {
        idle = new ArrayBlockingQueue<>(size);
        for (int i = 0; i < size; i++) {
            Link link = new Link();
            all.add(link); // safe: constructor, before the threads start
            idle.add(link);
        }
    }

    Handle borrow(String client) throws InterruptedException {
        Link link = idle.poll();
        if (link == null) {
            waits++; // race:waits
            link = idle.take();
        }
        countLent(+1);
        link.attach(client);
        return new Handle(this, link);
    }

    void giveBack(Link link) {
        link.detach();
        countLent(-1);
        idle.add(link);
    }

    private void countLent(int delta) {
        lock.lock();
        try {
            lent += delta; // safe: under lock
            mostLent = Math.max(mostLent, lent); // safe: under lock
        } finally {
            lock.unlock();
        }
    }

    int mostLent() {
        lock.lock();
        try {
            return mostLent; // safe: under lock
        } finally {
            lock.unlock();
        }
    }

    List<Link> all() {
        return all;
    }

    int waits() {
        return waits; // safe: all clients joined
    }

    /** A borrowed link, to be used in try-with-resources by one thread. */
    static final class Handle implements AutoCloseable {
        private final LinkPool pool;
        private final Link link;
        private boolean closed;
        private int used;

        Handle(LinkPool pool, Link link) {
            this.pool = pool;
            this.link = link;
        }

        long query(String sql) {
            if (closed) { // safe: handle belongs to one thread
                throw new IllegalStateException("closed");
            }
            used++; // safe: handle belongs to one thread
            return link.execute(sql);
        }

        @Override
        public void close() {
            if (!closed) {
                closed = true; // safe: handle belongs to one thread
                pool.giveBack(link);
                link.note(used > 1 ? "many;" : "one;");
            }
        }
    }
}
