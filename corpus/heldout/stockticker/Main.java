package heldout.stockticker;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.locks.StampedLock;

public class Main {

    static final class QuoteBoard {
        private final StampedLock lock = new StampedLock();
        private final Map<String, Double> spreads = new HashMap<>();
        private volatile double bid = 99.5;
        private volatile double ask = 100.5;
        private long updates;
        private int halts;
        private int readers;

        void publish(double newBid, double newAsk) {
            long stamp = lock.writeLock();
            try {
                bid = newBid; // safe: volatile
                ask = newAsk; // safe: volatile
                updates++; // race:updates
                spreads.clear(); // safe: write lock excludes the readers
            } finally {
                lock.unlockWrite(stamp);
            }
        }

        double mid() {
            long stamp = lock.tryOptimisticRead();
            double b = bid; // safe: volatile, so an optimistic read is fine
            double a = ask; // safe: volatile, so an optimistic read is fine
            if (!lock.validate(stamp)) {
                stamp = lock.readLock();
                try {
                    b = bid;
                    a = ask;
                } finally {
                    lock.unlockRead(stamp);
                }
            }
            return (a + b) / 2;
        }

        double spread(String unit, double factor) {
            long stamp = lock.readLock();
            try {
                readers++; // race:readers
                Double cached = spreads.get(unit); // race:spreads
                if (cached == null) {
                    cached = (ask - bid) * factor;
                    spreads.put(unit, cached); // race:spreads
                }
                return cached;
            } finally {
                lock.unlockRead(stamp);
            }
        }

        void haltIfCrossed() {
            long stamp = lock.readLock();
            try {
                long ws = lock.tryConvertToWriteLock(stamp);
                if (ws == 0L) {
                    lock.unlockRead(stamp);
                    stamp = lock.writeLock();
                } else {
                    stamp = ws;
                }
                halts++; // safe: the stamp is a write stamp in both cases
            } finally {
                lock.unlock(stamp);
            }
        }

        long updates() {
            return updates; // race:updates
        }
    }

    public static void main(String[] args) throws Exception {
        QuoteBoard board = new QuoteBoard();
        ExecutorService pool = Executors.newCachedThreadPool();
        List<Future<Double>> results = new ArrayList<>();

        Future<?> feed = pool.submit(() -> {
            for (int i = 0; i < 30; i++) {
                board.publish(99.0 + i * 0.01, 101.0 + i * 0.01);
            }
        });
        for (int t = 0; t < 2; t++) {
            Callable<Double> trader = () -> {
                double sum = 0;
                for (int i = 0; i < 20; i++) {
                    sum += board.mid() + board.spread("cent", 100) + board.spread("bp", 10_000);
                }
                board.haltIfCrossed();
                return sum;
            };
            results.add(pool.submit(trader)); // safe: list is local to main
        }
        System.out.println("updates so far " + board.updates());

        feed.get();
        for (Future<Double> f : results) {
            System.out.printf("trader sum %.2f%n", f.get());
        }
        pool.shutdown();
        System.out.println("halts " + board.halts); // safe: every task's future was waited for
        System.out.println("readers " + board.readers); // safe: every task's future was waited for
    }
}
