package heldout.pricebook;

import java.util.concurrent.locks.StampedLock;

/** A tiny price book fed by two exchanges and queried by a few strategies. */
public class Main {

    static class PriceBook {
        private final StampedLock lock = new StampedLock();
        private double bid;
        private double ask;
        private volatile double high;
        private volatile double low = Double.MAX_VALUE;
        private double ceiling;
        private int queries;

        void update(double newBid, double newAsk) {
            long stamp = lock.writeLock();
            try {
                bid = newBid; // race:bid
                ask = newAsk; // race:ask
                if (newAsk > high) {
                    high = newAsk; // safe: volatile
                }
                if (newBid < low) {
                    low = newBid; // safe: volatile
                }
            } finally {
                lock.unlockWrite(stamp);
            }
        }

        double mid() {
            long stamp = lock.readLock();
            try {
                queries++; // race:queries
                return (bid + ask) / 2; // safe: read lock excludes the writer
            } finally {
                lock.unlockRead(stamp);
            }
        }

        double spread() {
            long stamp = lock.tryOptimisticRead();
            if (stamp == 0) {
                return Double.NaN;
            }
            double a = ask; // race:ask
            double b = bid; // race:bid
            return a - b;
        }

        double range() {
            long stamp = lock.tryOptimisticRead();
            double h = high; // safe: volatile
            double l = low; // safe: volatile
            if (!lock.validate(stamp)) {
                stamp = lock.readLock();
                try {
                    h = high;
                    l = low;
                } finally {
                    lock.unlockRead(stamp);
                }
            }
            return h - l;
        }

        void raiseCeiling(double limit) {
            long stamp = lock.readLock();
            try {
                while (ceiling < limit) { // safe: read or write lock held
                    long ws = lock.tryConvertToWriteLock(stamp);
                    if (ws != 0L) {
                        stamp = ws;
                        ceiling = limit; // safe: converted to the write lock
                        break;
                    }
                    lock.unlockRead(stamp);
                    stamp = lock.writeLock();
                }
            } finally {
                lock.unlock(stamp);
            }
        }
    }

    private final PriceBook book = new PriceBook();

    private void feed() {
        double price = 100;
        for (int i = 0; i < 500; i++) {
            price += Math.sin(i) / 10;
            book.update(price - 0.05, price + 0.05);
        }
    }

    private void strategy() {
        double best = 0;
        for (int i = 0; i < 300; i++) {
            double m = book.mid();
            if (book.spread() > 0 && m > best) {
                best = m;
                book.raiseCeiling(m * 1.1);
            }
        }
        System.out.printf("best mid %.2f, range %.2f%n", best, book.range());
    }

    public static void main(String[] args) throws InterruptedException {
        Main app = new Main();
        Thread nyse = new Thread(app::feed, "nyse");
        Thread xetra = new Thread(app::feed, "xetra");
        Thread s1 = new Thread(app::strategy, "momentum");
        Thread s2 = new Thread(app::strategy, "reversal");
        nyse.start();
        xetra.start();
        s1.start();
        s2.start();
        nyse.join();
        xetra.join();
        s1.join();
        s2.join();
        System.out.println("queries " + app.book.queries + " ceiling " + app.book.ceiling); // safe: all joined
    }
}
