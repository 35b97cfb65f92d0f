package heldout.sensorgrid;

import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.locks.ReadWriteLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import java.util.concurrent.locks.StampedLock;

public class Main {
    static class Position {
        private final StampedLock sl = new StampedLock();
        private double x;
        private double y;
        private int reads;
        private volatile int altitude;

        void move(double dx, double dy) {
            long stamp = sl.writeLock();
            try {
                x += dx; // safe: write stamp
                y += dy; // safe: write stamp
                altitude = 1;
            } finally {
                sl.unlockWrite(stamp);
            }
        }

        double distance() {
            long stamp = sl.readLock();
            try {
                reads++; // race:reads
                return Math.hypot(x, y); // safe: read stamp against write stamp
            } finally {
                sl.unlockRead(stamp);
            }
        }

        void homeIfLost(double limit) {
            long stamp = sl.readLock();
            try {
                while (x > limit) { // safe: read or write stamp held
                    long ws = sl.tryConvertToWriteLock(stamp);
                    if (ws != 0L) {
                        stamp = ws;
                        x = 0; // safe: converted to the write stamp
                        y = 0; // safe: converted to the write stamp
                    } else {
                        sl.unlockRead(stamp);
                        stamp = sl.writeLock();
                    }
                }
            } finally {
                sl.unlock(stamp);
            }
        }

        int altitude() {
            long stamp = sl.tryOptimisticRead();
            int a = altitude; // safe: volatile
            return sl.validate(stamp) ? a : -1;
        }
    }

    static class Registry {
        private final ReadWriteLock rw = new ReentrantReadWriteLock();
        private final Map<String, Integer> values = new HashMap<>();
        private final Map<String, Integer> recent = new LinkedHashMap<>(16, 0.75f, true);
        private int version;

        void store(String key, int v) {
            rw.writeLock().lock();
            try {
                values.put(key, v); // safe: write lock
                recent.put(key, v); // safe: write lock against both locks
                version++; // safe: write lock
                rw.readLock().lock();
            } finally {
                rw.writeLock().unlock();
            }
            try {
                int now = version; // safe: downgraded to the read lock
                System.out.println(key + " v" + now);
            } finally {
                rw.readLock().unlock();
            }
        }

        Integer value(String key) {
            rw.readLock().lock();
            try {
                return values.get(key); // safe: plain HashMap lookup under the read lock
            } finally {
                rw.readLock().unlock();
            }
        }

        Integer lookup(String key) {
            rw.readLock().lock();
            try {
                return recent.get(key); // race:recent
            } finally {
                rw.readLock().unlock();
            }
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Position pos = new Position();
        Registry reg = new Registry();
        reg.store("a", 1);
        reg.store("b", 2);
        Runnable drone = () -> {
            pos.move(3, 4);
            pos.homeIfLost(5);
            reg.lookup("a");
            reg.store("b", pos.altitude());
            System.out.println(pos.distance() + " " + reg.value("b"));
        };
        Thread first = new Thread(drone);
        Thread second = new Thread(drone);
        first.start();
        second.start();
        first.join();
        second.join();
        System.out.println("reads " + pos.reads); // safe: after both joins
    }
}
