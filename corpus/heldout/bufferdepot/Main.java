package heldout.bufferdepot;

import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;

public class Main {
    private static final int POOLED = 3;
    private static final int USERS = 5;
    private static final int ROUNDS = 12;

    static class Buffer {
        private final int slot;
        private final byte[] bytes = new byte[16];
        private int used;
        private int borrowed;
        private String lastUser = "nobody";

        Buffer(int slot) {
            this.slot = slot;
        }

        void reset(String user) {
            used = 0; // safe: lent to one user at a time
            borrowed++; // safe: lent to one user at a time
            lastUser = user; // race:lastUser
        }

        void put(int value) {
            bytes[used] = (byte) value; // safe: lent to one user at a time
            used++; // safe: lent to one user at a time
        }
    }

    static class Depot {
        private final Semaphore available = new Semaphore(POOLED, true);
        private final Buffer[] buffers = new Buffer[POOLED];
        private final boolean[] taken = new boolean[POOLED];
        private int peak;

        Depot() {
            for (int i = 0; i < POOLED; i++) {
                buffers[i] = new Buffer(i); // safe: before the users start
            }
        }

        Buffer borrow() throws InterruptedException {
            available.acquire();
            int lent = POOLED - available.availablePermits();
            if (lent > peak) { // race:peak
                peak = lent; // race:peak
            }
            return pick();
        }

        private synchronized Buffer pick() {
            for (int i = 0; i < POOLED; i++) {
                if (!taken[i]) { // safe: depot lock
                    taken[i] = true; // safe: depot lock
                    return buffers[i];
                }
            }
            throw new IllegalStateException("permit without a buffer");
        }

        void giveBack(Buffer buffer) {
            synchronized (this) {
                taken[buffer.slot] = false; // safe: depot lock
            }
            available.release();
        }
    }

    static class Ledger {
        private final Semaphore mutex = new Semaphore(1);
        private final Map<String, Integer> bytesByUser = new HashMap<>();
        private int entries;
        private int peeks;

        void enter(String user, int bytes) throws InterruptedException {
            mutex.acquire();
            try {
                bytesByUser.merge(user, bytes, Integer::sum); // safe: binary semaphore
                entries++; // safe: binary semaphore
                peeks = Math.max(peeks, 0); // race:peeks
            } finally {
                mutex.release();
            }
        }

        void peek() {
            boolean got = mutex.tryAcquire();
            peeks++; // race:peeks
            if (got) {
                mutex.release();
            }
        }

        int entriesIfFree() {
            if (!mutex.tryAcquire()) {
                return -1;
            }
            try {
                return entries; // safe: only when the semaphore was obtained
            } finally {
                mutex.release();
            }
        }
    }

    static class User extends Thread {
        private final Depot depot;
        private final Ledger ledger;
        private final CountDownLatch gate;
        private int written;

        User(String name, Depot depot, Ledger ledger, CountDownLatch gate) {
            super(name);
            this.depot = depot;
            this.ledger = ledger;
            this.gate = gate;
        }

        @Override
        public void run() {
            try {
                gate.await();
                for (int i = 0; i < ROUNDS; i++) {
                    Buffer buffer = depot.borrow();
                    buffer.reset(getName());
                    for (int b = 0; b < 4; b++) {
                        buffer.put(b);
                    }
                    int used = buffer.used; // safe: still lent
                    depot.giveBack(buffer);
                    buffer.lastUser = getName() + " (done)"; // race:lastUser
                    written += used; // safe: own counter
                    ledger.enter(getName(), used);
                    ledger.peek();
                }
            } catch (InterruptedException e) {
                interrupt();
            }
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Depot depot = new Depot();
        Ledger ledger = new Ledger();
        CountDownLatch gate = new CountDownLatch(1);
        User[] users = new User[USERS];
        for (int i = 0; i < USERS; i++) {
            users[i] = new User("user" + i, depot, ledger, gate);
            users[i].start();
        }
        gate.countDown();
        boolean fine = ledger.entriesIfFree() <= USERS * ROUNDS;
        int written = 0;
        for (User user : users) {
            user.join();
            written += user.written; // safe: joined
        }
        int borrowed = 0;
        for (Buffer buffer : depot.buffers) {
            borrowed += buffer.borrowed; // safe: all joined
            fine &= buffer.lastUser != null; // safe: all joined
        }
        fine &= depot.peak >= 1 && ledger.peeks > 0; // safe: all joined
        int perUser = ledger.bytesByUser.get("user0"); // safe: all joined
        System.out.println("written " + written + " borrowed " + borrowed + " per user " + perUser + " " + fine);
    }
}
