package locks.stamped;

import java.util.concurrent.locks.StampedLock;

/** A ship behind a StampedLock: written under a write stamp, read under a read stamp or too optimistically. */
public final class Main {
    static final class Ship {
        private final StampedLock lock = new StampedLock();
        private double x;
        private double y;
        private int moves;
        private int reads;
        private double speed;

        void move(double dx, double dy) {
            long stamp = lock.writeLock();
            try {
                x += dx; // race:x
                y += dy; // safe: always under a pessimistic stamp
                moves++; // safe: always under a pessimistic stamp
            } finally {
                lock.unlockWrite(stamp);
            }
            speed = Math.hypot(dx, dy); // race:speed
        }

        double distance() {
            long stamp = lock.readLock();
            try {
                return Math.hypot(x, y); // safe: under a read stamp
            } finally {
                lock.unlockRead(stamp);
            }
        }

        /** Asks for an optimistic stamp, but never whether it is still valid. */
        double roughly() {
            long stamp = lock.tryOptimisticRead();
            return stamp == 0 ? -1 : Math.abs(x); // race:x
        }

        int moves() {
            long stamp = lock.readLock();
            try {
                reads++; // race:reads
                return moves; // safe: under a read stamp
            } finally {
                lock.unlockRead(stamp);
            }
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Ship ship = new Ship();
        Thread captain = new Thread(() -> {
            for (int i = 0; i < 10; i++) {
                ship.move(3, 4);
            }
        });
        Thread radar = new Thread(() -> {
            if (ship.distance() < 0 || ship.roughly() > 1000 || ship.moves() > 10) {
                throw new AssertionError();
            }
        });
        captain.start();
        radar.start();
        double early = ship.moves() + ship.speed; // race:speed
        captain.join();
        radar.join();
        System.out.println(ship.x + " " + ship.moves); // safe: after join
        if (early < 0 || ship.reads == 0) { // safe: after join
            throw new AssertionError();
        }
    }
}
