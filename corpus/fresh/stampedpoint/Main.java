package fresh.stampedpoint;

import java.util.concurrent.locks.StampedLock;

/** A moving point behind a stamped lock. One method forgets to validate what it has read. */
public class Main {
    static class Point {
        private final StampedLock lock = new StampedLock();
        private double x;
        private double y;
        private long moves;

        void move(double dx, double dy) {
            long stamp = lock.writeLock();
            try {
                x += dx; // race:x
                y += dy; // race:y
                moves++; // safe: under the write lock
            } finally {
                lock.unlockWrite(stamp);
            }
        }

        double distance() {
            long stamp = lock.readLock();
            try {
                return Math.sqrt(x * x + y * y); // safe: under the read lock
            } finally {
                lock.unlockRead(stamp);
            }
        }

        boolean moveIfAtOrigin(double newX, double newY) {
            long stamp = lock.readLock();
            try {
                while (x == 0 && y == 0) { // safe: under the read lock
                    long converted = lock.tryConvertToWriteLock(stamp);
                    if (converted != 0) {
                        stamp = converted;
                        x = newX; // race:x
                        y = newY; // race:y
                        return true;
                    }
                    lock.unlockRead(stamp);
                    stamp = lock.writeLock();
                }
                return false;
            } finally {
                lock.unlock(stamp);
            }
        }

        /** Somebody removed the validation with the retry. */
        double manhattan() {
            if (lock.tryOptimisticRead() == 0) {
                return 0;
            }
            double a = x; // race:x
            double b = y; // race:y
            return Math.abs(a) + Math.abs(b);
        }

        long moves() {
            long stamp = lock.tryReadLock();
            while (stamp == 0) {
                Thread.onSpinWait();
                stamp = lock.tryReadLock();
            }
            long result = moves; // safe: under the read lock
            lock.unlockRead(stamp);
            return result;
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Point point = new Point();
        Thread mover = new Thread(() -> {
            for (int i = 0; i < 100; i++) {
                point.move(1, -1);
            }
        });
        Thread settler = new Thread(() -> {
            for (int i = 0; i < 10; i++) {
                point.moveIfAtOrigin(0.5, 0.5);
            }
        });
        Thread watcher = new Thread(() -> {
            for (int i = 0; i < 100; i++) {
                if (point.manhattan() < 0 || point.distance() < 0 || point.moves() < 0) {
                    throw new IllegalStateException();
                }
            }
        });
        mover.start();
        settler.start();
        watcher.start();
        mover.join();
        settler.join();
        watcher.join();
        System.out.println(point.moves());
    }
}
