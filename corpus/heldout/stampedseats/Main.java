package heldout.stampedseats;

import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.StampedLock;

public class Main {

    static class Hall {
        private final StampedLock lock = new StampedLock();
        private final String[] seats;
        private int remaining;
        private int rejected;
        private int audits;
        private int moves;
        private String lastGuest = "nobody";

        Hall(int size) {
            seats = new String[size];
            remaining = size; // safe: before the hall is shared
        }

        boolean reserve(int seat, String guest) {
            long stamp = lock.writeLock();
            try {
                if (seats[seat] != null) { // safe: write lock
                    rejected++; // safe: write lock
                    return false;
                }
                seats[seat] = guest; // safe: write lock
                remaining--; // race:remaining
                lastGuest = guest; // race:lastGuest
                return true;
            } finally {
                lock.unlockWrite(stamp);
            }
        }

        boolean isFull() {
            return remaining == 0; // race:remaining
        }

        int taken() {
            long stamp = lock.readLock();
            try {
                int n = 0;
                for (String s : seats) { // safe: read lock
                    n += s == null ? 0 : 1;
                }
                return n;
            } finally {
                lock.unlockRead(stamp);
            }
        }

        String lastGuest() {
            long stamp = lock.tryReadLock();
            try {
                return lastGuest; // race:lastGuest
            } finally {
                if (stamp != 0) {
                    lock.unlockRead(stamp);
                }
            }
        }

        boolean moveUp(int seat) {
            long stamp = lock.readLock();
            try {
                while (seat > 0 && seats[seat] != null && seats[seat - 1] == null) { // safe: read or write lock
                    long write = lock.tryConvertToWriteLock(stamp);
                    if (write != 0L) {
                        stamp = write;
                        seats[seat - 1] = seats[seat]; // safe: converted to the write lock
                        seats[seat] = null; // safe: converted to the write lock
                        moves++; // safe: converted to the write lock
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

        void audit() {
            Lock view = lock.asReadLock();
            view.lock();
            try {
                audits++; // race:audits
            } finally {
                view.unlock();
            }
        }

        int rejected() {
            Lock view = lock.asReadLock();
            view.lock();
            try {
                return rejected; // safe: read lock view of the same lock
            } finally {
                view.unlock();
            }
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Hall hall = new Hall(20);
        Thread[] desks = new Thread[3];
        for (int d = 0; d < desks.length; d++) {
            int desk = d;
            desks[d] = new Thread(() -> {
                for (int i = 0; i < 20 && !hall.isFull(); i++) {
                    int seat = (i * 3 + desk) % 20;
                    hall.reserve(seat, "guest" + desk + "-" + i);
                    hall.moveUp(seat);
                    hall.audit();
                }
                String last = hall.lastGuest();
                System.out.println("desk done " + !last.isEmpty() + " " + (hall.rejected() >= 0));
            });
        }
        for (Thread t : desks) {
            t.start();
        }
        System.out.println("taken " + (hall.taken() >= 0));
        for (Thread t : desks) {
            t.join();
        }
        System.out.println("taken " + (hall.taken() > 0) + ", audits " + (hall.audits > 0) + ", moves " + (hall.moves >= 0)); // safe: joined
    }
}
