package heldout.sensorstwo;

import java.util.concurrent.locks.ReadWriteLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import java.util.concurrent.locks.StampedLock;

public class Main {
    static class Board {
        private final ReadWriteLock rw = new ReentrantReadWriteLock();
        private double value;
        private int updates;
        private int reads;

        double read() {
            rw.readLock().lock();
            try {
                reads++; // race:reads
                return value; // safe: read lock against the write lock
            } finally {
                rw.readLock().unlock();
            }
        }

        double write(double v) {
            rw.writeLock().lock();
            try {
                value = v; // safe: write lock
                updates++; // race:updates
                rw.readLock().lock();
            } finally {
                rw.writeLock().unlock();
            }
            try {
                return value; // safe: downgraded to the read lock
            } finally {
                rw.readLock().unlock();
            }
        }

        int updates() {
            return updates; // race:updates
        }
    }

    static class Position {
        private final StampedLock lock = new StampedLock();
        private double x;
        private double y;

        void move(double dx, double dy) {
            long stamp = lock.writeLock();
            try {
                x += dx; // race:x missed: optimistic reads that are checked are told as unlikely
                y += dy; // race:y missed: as above
            } finally {
                lock.unlockWrite(stamp);
            }
        }

        double distance() {
            long stamp = lock.tryOptimisticRead();
            double cx = x; // race:x missed: as above
            double cy = y; // race:y missed: as above
            if (!lock.validate(stamp)) {
                stamp = lock.readLock();
                try {
                    cx = x; // safe: read lock
                    cy = y; // safe: read lock
                } finally {
                    lock.unlockRead(stamp);
                }
            }
            return Math.hypot(cx, cy);
        }
    }

    static class Gauge {
        private final StampedLock lock = new StampedLock();
        private int level;
        private int resets;

        void set(int l) {
            long stamp = lock.writeLock();
            level = l; // race:level
            lock.unlockWrite(stamp);
        }

        int quick() {
            long stamp = lock.tryOptimisticRead();
            return stamp == 0 ? -1 : level; // race:level
        }

        void resetIfHigh() {
            long stamp = lock.readLock();
            try {
                while (level > 5) { // safe: read lock
                    long w = lock.tryConvertToWriteLock(stamp);
                    if (w != 0) {
                        stamp = w;
                        level = 0; // race:level
                        resets++; // safe: converted to the write lock
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

    public static void main(String[] args) throws InterruptedException {
        Board board = new Board();
        Position position = new Position();
        Gauge gauge = new Gauge();
        Thread[] threads = new Thread[4];
        for (int t = 0; t < threads.length; t++) {
            int id = t;
            threads[t] = new Thread(() -> {
                for (int i = 0; i < 100; i++) {
                    board.read();
                    position.distance();
                    gauge.quick();
                    if (id % 2 == 0) {
                        board.write(i);
                        position.move(1, 2);
                        gauge.set(i % 9);
                    } else {
                        gauge.resetIfHigh();
                    }
                }
            });
            threads[t].start();
        }
        System.out.println("updates " + board.updates());
        for (Thread t : threads) {
            t.join();
        }
        System.out.println(board.reads + " " + board.value + " " + position.x); // safe: joined
        System.out.println(gauge.level + " " + gauge.resets); // safe: joined
    }
}
