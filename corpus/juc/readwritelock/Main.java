package juc.readwritelock;

import java.util.concurrent.locks.ReentrantReadWriteLock;
import java.util.concurrent.locks.StampedLock;

/** Readers and writers of a ReentrantReadWriteLock and of a StampedLock, optimistic ones too. */
public final class Main {
    static final int ROUNDS = 300;

    /** What is handed over. Its fields are plain: only the order of threads makes them safe. */
    static final class Parcel {
        int number;
        long weight;
        String label;
        int[] unused;

        Parcel fill(int i) {
            number = i;
            weight = i * 3L;
            label = "parcel";
            return this;
        }

        void check(int i) {
            if (number != i || weight != i * 3L || !label.equals("parcel")) {
                throw new AssertionError("a parcel was not seen as it was sent: " + number + ", not " + i);
            }
            number = -1; // safe: whoever gets it owns it
        }
    }

    static final ReentrantReadWriteLock lock = new ReentrantReadWriteLock();
    static final StampedLock stamped = new StampedLock();
    static Parcel first = new Parcel().fill(0);
    static Parcel second = new Parcel().fill(0);

    static void write() {
        for (int i = 0; i < ROUNDS; i++) {
            lock.writeLock().lock();
            first.fill(i);
            lock.writeLock().unlock();
            long stamp = stamped.writeLock();
            second.fill(i);
            stamped.unlockWrite(stamp);
        }
    }

    static void read() {
        long sum = 0;
        for (int i = 0; i < ROUNDS; i++) {
            lock.readLock().lock();
            sum += first.weight - 3L * first.number;
            lock.readLock().unlock();
            long stamp = stamped.readLock();
            sum += second.weight - 3L * second.number;
            stamped.unlockRead(stamp);
            stamp = stamped.tryOptimisticRead();
            long weight = second.weight; // safe: ordered (false alarm: that an optimistic read is thrown away unless it is valid is not followed)
            int number = second.number; // safe: ordered (false alarm: that an optimistic read is thrown away unless it is valid is not followed)
            if (stamp != 0 && stamped.validate(stamp)) {
                sum += weight - 3L * number;
            }
        }
        if (sum != 0) {
            throw new AssertionError("a reader saw half a write");
        }
    }

    public static void main(String[] args) throws Exception {
        Thread[] threads = {
            new Thread(Main::write), new Thread(Main::read), new Thread(Main::read), new Thread(Main::write)
        };
        for (Thread thread : threads) {
            thread.start();
        }
        for (Thread thread : threads) {
            thread.join();
        }
        System.out.println("done");
    }
}
