package heldout.vans;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.locks.StampedLock;

/** Tracks a delivery van whose position is updated by a driver and polled by dispatchers. */
public class Main {

    static class Van {
        private final StampedLock lock = new StampedLock();
        private double x;
        private double y;
        private double mileage;
        private String street = "depot";
        private int queries;
        private int fuel = 40;

        void drive(double dx, double dy) {
            long stamp = lock.writeLock();
            try {
                x += dx; // safe: write lock, optimistic readers validate
                y += dy;
                mileage += Math.hypot(dx, dy); // race:mileage
                street = "street " + (int) (x + y); // race:street
                fuel--; // safe: write lock
            } finally {
                lock.unlockWrite(stamp);
            }
        }

        double distanceFromDepot() {
            long stamp = lock.tryOptimisticRead();
            double cx = x; // safe: used only when validated
            double cy = y; // safe: used only when validated
            if (!lock.validate(stamp)) {
                stamp = lock.readLock();
                try {
                    cx = x; // safe: read lock
                    cy = y;
                } finally {
                    lock.unlockRead(stamp);
                }
            }
            return Math.hypot(cx, cy);
        }

        double mileage() {
            long stamp = lock.tryOptimisticRead();
            return stamp == 0 ? -1 : mileage; // race:mileage
        }

        String where() {
            long stamp = lock.tryOptimisticRead();
            if (stamp != 0 && lock.validate(stamp)) {
                return "near " + street; // race:street
            }
            stamp = lock.readLock();
            try {
                return "at " + street; // safe: read lock
            } finally {
                lock.unlockRead(stamp);
            }
        }

        int range() {
            long stamp = lock.readLock();
            try {
                queries++; // race:queries
                return fuel * 12; // safe: read lock
            } finally {
                lock.unlockRead(stamp);
            }
        }

        void refuelIfBelow(int min) {
            long stamp = lock.readLock();
            try {
                while (fuel < min) { // safe: read or write lock held
                    long ws = lock.tryConvertToWriteLock(stamp);
                    if (ws != 0) {
                        stamp = ws;
                        fuel = 40; // safe: converted to the write lock
                    } else {
                        lock.unlockRead(stamp);
                        stamp = lock.writeLock();
                    }
                }
            } finally {
                lock.unlock(stamp);
            }
        }
    }

    public static void main(String[] args) throws Exception {
        Van van = new Van();
        ExecutorService pool = Executors.newFixedThreadPool(4);
        List<Callable<String>> jobs = new ArrayList<>();
        jobs.add(() -> {
            for (int i = 0; i < 500; i++) {
                van.drive(i % 3, 1);
                if (i % 10 == 0) {
                    van.refuelIfBelow(30);
                }
            }
            return "driver done";
        });
        for (int d = 0; d < 3; d++) {
            String name = "dispatcher" + d;
            jobs.add(() -> {
                double far = 0;
                int range = Integer.MAX_VALUE;
                for (int i = 0; i < 200; i++) {
                    far = Math.max(far, van.distanceFromDepot());
                    range = Math.min(range, van.range());
                }
                return name + " " + Math.round(far) + " km, mileage " + Math.round(van.mileage()) + ", " + van.where() + ", " + range;
            });
        }
        for (Future<String> f : pool.invokeAll(jobs)) {
            System.out.println(f.get());
        }
        pool.shutdown();
        System.out.println(van.queries + " queries, fuel " + van.fuel); // safe: invokeAll has awaited every job
    }
}
