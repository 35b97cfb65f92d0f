package heldout.geofence;

import java.util.List;
import java.util.concurrent.locks.StampedLock;

/** Moving vehicles, fences and beacons guarded by StampedLocks. */
public class Main {

    /** Vehicle position with the optimistic-read idiom on plain fields. */
    static class Vehicle {
        private final StampedLock sl = new StampedLock();
        private double x;
        private int moves;

        void move(double dx) {
            long stamp = sl.writeLock();
            try {
                x += dx; // race:x missed: a validated optimistic read is taken for what it is meant to be
                moves++; // safe: write lock here, read lock in moves()
            } finally {
                sl.unlockWrite(stamp);
            }
        }

        double x() {
            long stamp = sl.tryOptimisticRead();
            double seen = x; // race:x
            if (!sl.validate(stamp)) {
                stamp = sl.readLock();
                try {
                    seen = x; // safe: real read lock
                } finally {
                    sl.unlockRead(stamp);
                }
            }
            return seen;
        }

        int moves() {
            long stamp = sl.readLock();
            try {
                return moves; // safe: read lock
            } finally {
                sl.unlockRead(stamp);
            }
        }
    }

    /** Same idiom, but the coordinates are volatile. */
    static class Beacon {
        private final StampedLock sl = new StampedLock();
        private volatile double lat, lon;

        void place(double newLat, double newLon) {
            long stamp = sl.writeLock();
            lat = newLat; // safe: volatile
            lon = newLon; // safe: volatile
            sl.unlockWrite(stamp);
        }

        double sum() {
            long stamp = sl.tryOptimisticRead();
            double s = lat + lon; // safe: volatile
            if (!sl.validate(stamp)) {
                stamp = sl.readLock();
                s = lat + lon; // safe: read lock and volatile
                sl.unlockRead(stamp);
            }
            return s;
        }
    }

    /** Circular fences that may only grow: upgrade from read to write mode. */
    static class Fence {
        private final StampedLock sl = new StampedLock();
        private double radius = 10;
        private double height = 3;

        void growRadius(double wanted) {
            long stamp = sl.readLock();
            try {
                if (radius < wanted) { // race:radius
                    long ws = sl.tryConvertToWriteLock(stamp);
                    if (ws != 0) {
                        stamp = ws;
                    }
                    radius = wanted; // race:radius
                }
            } finally {
                sl.unlock(stamp);
            }
        }

        void growHeight(double wanted) {
            long stamp = sl.readLock();
            try {
                while (height < wanted) { // safe: read or write lock held
                    long ws = sl.tryConvertToWriteLock(stamp);
                    if (ws != 0) {
                        stamp = ws;
                        height = wanted; // safe: converted to the write lock
                        break;
                    }
                    sl.unlockRead(stamp);
                    stamp = sl.writeLock();
                }
            } finally {
                sl.unlock(stamp);
            }
        }
    }

    private final Vehicle van = new Vehicle();
    private final Beacon beacon = new Beacon();
    private final Fence depot = new Fence();

    private void drive() {
        for (int i = 0; i < 20; i++) {
            van.move(0.5);
            beacon.place(i, -i);
        }
        depot.growRadius(30);
        depot.growHeight(5);
    }

    private void watch() {
        double far = 0;
        for (int i = 0; i < 20; i++) {
            far = Math.max(far, van.x());
            far = Math.max(far, beacon.sum());
        }
        depot.growRadius(20 + far);
        depot.growHeight(4);
        System.out.println("watched " + van.moves() + " moves");
    }

    public static void main(String[] args) throws InterruptedException {
        Main site = new Main();
        List<Thread> threads = List.of(new Thread(site::drive), new Thread(site::watch));
        threads.forEach(Thread::start);
        for (Thread t : threads) {
            t.join();
        }
        double x = site.van.x; // safe: joined
        System.out.println(x + " r=" + site.depot.radius); // safe: joined
        System.out.println("h=" + site.depot.height); // safe: joined
    }
}
