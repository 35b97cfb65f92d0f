package heldout.inventorytwo;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.ReentrantLock;

public class Main {
    static class Mutex {
        private final ReentrantLock lock = new ReentrantLock();

        class Scope implements AutoCloseable {
            @Override
            public void close() {
                lock.unlock();
            }
        }

        Scope enter() {
            lock.lock();
            return new Scope();
        }
    }

    interface Guard {
        void run(Runnable body);
    }

    static class LockGuard implements Guard {
        private final ReentrantLock lock = new ReentrantLock();

        @Override
        public void run(Runnable body) {
            lock.lock();
            try {
                body.run();
            } finally {
                lock.unlock();
            }
        }
    }

    static class Stock {
        private final ReentrantLock lock = new ReentrantLock();
        private final Mutex shelf = new Mutex();
        private final Guard strict = new LockGuard();
        private final Guard loose = Runnable::run;
        private final List<String> log = new ArrayList<>();
        private int items;
        private int reserved;
        private int audits;
        private int skipped;
        private int flushes;
        private int returns;
        private int labels;
        private int checkedIn;
        private int checkedOut;

        void receive(int n) {
            lock.lock();
            try {
                items += n; // safe: locked
                note("received " + n);
                shiftReserved(1);
            } finally {
                lock.unlock();
            }
        }

        void cancel() {
            shiftReserved(-1);
        }

        private void note(String s) {
            log.add(s); // safe: only called with the lock held
        }

        private void shiftReserved(int n) {
            reserved += n; // race:reserved
        }

        void audit() {
            if (lock.tryLock()) {
                try {
                    audits++; // safe: tryLock succeeded
                } finally {
                    lock.unlock();
                }
            } else {
                skipped++; // race:skipped
            }
        }

        void flush() {
            boolean locked = lock.tryLock();
            flushes++; // race:flushes
            if (locked) {
                lock.unlock();
            }
        }

        void giveBack(int n) {
            lock.lock();
            int now = returns; // race:returns
            lock.unlock();
            returns = now + n; // race:returns
        }

        void label() {
            try (Mutex.Scope scope = shelf.enter()) {
                labels++; // safe: scope holds the lock
            }
        }

        void desk() {
            strict.run(() -> {
                checkedIn++; // safe: run by LockGuard
            });
            loose.run(() -> {
                checkedOut++; // race:checkedOut
            });
        }
    }

    static void work(Stock stock) {
        for (int i = 0; i < 100; i++) {
            stock.receive(i);
            stock.cancel();
            stock.audit();
            stock.flush();
            stock.giveBack(1);
            stock.label();
            stock.desk();
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Stock stock = new Stock();
        Thread[] clerks = new Thread[3];
        for (int i = 0; i < clerks.length; i++) {
            clerks[i] = new Thread(() -> work(stock));
            clerks[i].start();
        }
        for (Thread c : clerks) {
            c.join();
        }
        System.out.println(stock.items + " " + stock.reserved + " " + stock.log.size()); // safe: joined
        System.out.println(stock.audits + stock.skipped + " " + stock.flushes + " " + stock.returns); // safe: joined
        System.out.println(stock.labels + " " + stock.checkedIn + " " + stock.checkedOut); // safe: joined
    }
}
