package heldout.dronetracker;

import java.util.concurrent.locks.StampedLock;

public class Main {

    static class Drone {
        private final StampedLock lock = new StampedLock();
        private double x;
        private double y;
        private int moves;
        private String mission = "idle";
        private volatile int battery = 100;
        private volatile int heading;

        void move(double dx, double dy) {
            long stamp = lock.writeLock();
            try {
                x += dx; // race:x-move
                y += dy; // race:y-move
                moves++; // safe: write lock; readers take the read lock
                battery = battery - 1; // safe: volatile
                heading = dx > dy ? 90 : 0; // safe: volatile
            } finally {
                lock.unlockWrite(stamp);
            }
        }

        double distance() {
            long stamp = lock.tryOptimisticRead();
            double cx = x; // race:x-move,x-home missed: a validated optimistic read is taken for what it is meant to be
            double cy = y; // race:y-move,y-home missed: a validated optimistic read is taken for what it is meant to be
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

        /** Sends the drone home when it went too far. */
        boolean recall(double limit) {
            long stamp = lock.readLock();
            try {
                while (x > limit || y > limit) { // safe: read lock, or write lock after the retry
                    long ws = lock.tryConvertToWriteLock(stamp);
                    if (ws == 0L) {
                        lock.unlockRead(stamp);
                        stamp = lock.writeLock();
                        continue;
                    }
                    stamp = ws;
                    x = 0; // race:x-home
                    y = 0; // race:y-home
                    mission = "recalled"; // safe: write lock
                    return true;
                }
                return false;
            } finally {
                lock.unlock(stamp);
            }
        }

        String status() {
            long stamp = lock.tryOptimisticRead();
            int b = battery; // safe: volatile
            int h = heading; // safe: volatile
            if (!lock.validate(stamp)) {
                stamp = lock.readLock();
                try {
                    b = battery;
                    h = heading;
                } finally {
                    lock.unlockRead(stamp);
                }
            }
            return b + "% " + h + "deg";
        }

        String mission() {
            long stamp = lock.tryConvertToReadLock(lock.tryOptimisticRead());
            if (stamp == 0L) {
                stamp = lock.readLock();
            }
            try {
                return mission + "/" // safe: a real read lock, converted or acquired
                        + moves; // safe: a real read lock
            } finally {
                lock.unlockRead(stamp);
            }
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Drone drone = new Drone();
        Thread pilot = new Thread(() -> {
            for (int i = 0; i < 30; i++) {
                drone.move(1.5, 0.5);
            }
        });
        Thread tower = new Thread(() -> {
            for (int i = 0; i < 10; i++) {
                if (drone.recall(12.0)) {
                    System.out.println("recalled");
                }
                Thread.yield();
            }
        });
        Thread spectator = new Thread(() -> {
            double far = 0;
            for (int i = 0; i < 10; i++) {
                far = Math.max(far, drone.distance());
            }
            System.out.println("farthest " + far + ", " + drone.status() + ", " + drone.mission());
        });
        pilot.start();
        tower.start();
        spectator.start();
        pilot.join();
        tower.join();
        spectator.join();
        System.out.println("x=" + drone.x); // safe: joined
        System.out.println("y=" + drone.y); // safe: joined
    }
}
