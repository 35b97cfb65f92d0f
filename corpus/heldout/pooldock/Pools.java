package heldout.pooldock;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.ConcurrentLinkedDeque;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

final class Pools {
    private Pools() {
    }

    abstract static class Pool {
        private final List<Conn> everything = new CopyOnWriteArrayList<>();
        private final AtomicLong clock = new AtomicLong();
        private final String name;
        protected int borrowed;

        Pool(String name) {
            this.name = name;
        }

        final Conn borrow() throws InterruptedException {
            Conn c = take();
            c.touch(clock.incrementAndGet());
            return c;
        }

        final void giveBack(Conn c) {
            if (!c.clean()) {
                throw new IllegalStateException(name + ": open transaction on " + c.number());
            }
            put(c);
        }

        protected abstract Conn take() throws InterruptedException;

        protected abstract void put(Conn c);

        protected final Conn create() {
            Conn c = new Conn(Driver.get().nextNumber());
            everything.add(c); // safe: copy-on-write list
            return c;
        }

        int countIdle() {
            int n = 0;
            long limit = clock.get() - 10;
            for (Conn c : everything) { // safe: copy-on-write iteration
                n += c.idleSince(limit) ? 1 : 0;
            }
            return n;
        }

        List<Conn> everything() {
            return everything;
        }
    }

    /** Connections are made on demand; a semaphore limits them. */
    static final class OnDemand extends Pool {
        private final Semaphore permits;
        private final Deque<Conn> idle = new ConcurrentLinkedDeque<>();

        OnDemand(int max) {
            super("on-demand");
            this.permits = new Semaphore(max);
        }

        @Override
        protected Conn take() throws InterruptedException {
            permits.acquire();
            Conn c = idle.pollFirst(); // safe: concurrent deque
            borrowed++; // race:borrowed
            return c != null ? c : create();
        }

        @Override
        protected void put(Conn c) {
            idle.addFirst(c); // safe: concurrent deque
            permits.release();
        }
    }

    /** All connections are made at once; waiting with a condition. */
    static final class Fixed extends Pool {
        private final ReentrantLock lock = new ReentrantLock(true);
        private final Condition available = lock.newCondition();
        private final Deque<Conn> idle = new ArrayDeque<>();
        private int waits;

        Fixed(int size) {
            super("fixed");
            for (int i = 0; i < size; i++) {
                idle.add(create()); // safe: constructor
            }
        }

        @Override
        protected Conn take() throws InterruptedException {
            lock.lock();
            try {
                while (idle.isEmpty()) { // safe: lock
                    waits++; // safe: lock
                    available.await();
                }
                borrowed++; // safe: this pool counts under its lock
                return idle.pollFirst(); // safe: lock
            } finally {
                lock.unlock();
            }
        }

        @Override
        protected void put(Conn c) {
            lock.lock();
            try {
                idle.addLast(c); // safe: lock
                available.signal();
            } finally {
                lock.unlock();
            }
        }

        int waits() {
            lock.lock();
            try {
                return waits; // safe: lock
            } finally {
                lock.unlock();
            }
        }
    }

    /** The driver is loaded when the first connection is made. */
    static final class Driver {
        private static Driver instance;
        private final AtomicInteger numbers;

        private Driver() {
            this.numbers = new AtomicInteger();
        }

        static Driver get() {
            if (instance == null) { // race:driver
                synchronized (Driver.class) {
                    if (instance == null) { // safe: writes happen under this monitor
                        instance = new Driver(); // race:driver
                    }
                }
            }
            return instance; // race:driver
        }

        int nextNumber() {
            return numbers.incrementAndGet();
        }
    }
}
