package heldout.spaghettihall;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;
import java.util.concurrent.locks.ReentrantLock;

public class Main {

    static class Fork extends ReentrantLock {
        private static final long serialVersionUID = 1L;
        final int place;
        int uses;
        String lastUser = "";

        Fork(int place) {
            this.place = place;
        }
    }

    static class Plate {
        int portions = 12;

        boolean eatFrom() {
            if (portions == 0) { // safe: the plate belongs to one philosopher
                return false;
            }
            portions--; // safe: the plate belongs to one philosopher
            return true;
        }
    }

    static class Philosopher implements Runnable {
        private final String name;
        private final Fork first;
        private final Fork second;
        private final Plate plate = new Plate();
        private final Waiter waiter;
        private int meals;

        Philosopher(String name, Fork left, Fork right, Waiter waiter) {
            this.name = name;
            this.first = left.place < right.place ? left : right;
            this.second = first == left ? right : left;
            this.waiter = waiter;
        }

        @Override
        public void run() {
            waiter.ready();
            while (plate.eatFrom()) {
                if (waiter.seat()) {
                    try {
                        dine();
                    } finally {
                        waiter.free();
                    }
                }
            }
            waiter.goodbye(name);
        }

        private void dine() {
            first.lock();
            try {
                second.lock();
                try {
                    first.uses++; // safe: holding both forks
                    second.uses++; // safe: holding both forks
                    first.lastUser = name; // safe: holding both forks
                    second.lastUser = first.lastUser; // safe: holding both forks
                    meals++; // safe: own counter, read after join
                } finally {
                    second.unlock();
                }
            } finally {
                first.unlock();
            }
        }
    }

    static class Waiter {
        private final Semaphore seats;
        private final CountDownLatch allHere;
        private final List<String> left = new ArrayList<>();
        private int served;

        Waiter(int guests) {
            seats = new Semaphore(guests - 1);
            allHere = new CountDownLatch(guests);
        }

        void ready() {
            allHere.countDown();
            try {
                allHere.await();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }

        boolean seat() {
            seats.acquireUninterruptibly();
            synchronized (this) {
                served++; // safe: under this
            }
            return true;
        }

        void free() {
            seats.release();
        }

        synchronized void goodbye(String name) {
            left.add(name); // safe: under this
        }

        synchronized int gone() {
            return left.size(); // safe: under this
        }
    }

    public static void main(String[] args) throws InterruptedException {
        String[] names = {"Hypatia", "Zeno", "Thales", "Aspasia", "Diogenes"};
        Waiter waiter = new Waiter(names.length);
        Fork[] forks = new Fork[names.length];
        for (int i = 0; i < forks.length; i++) {
            forks[i] = new Fork(i);
        }
        List<Philosopher> guests = new ArrayList<>();
        List<Thread> threads = new ArrayList<>();
        for (int i = 0; i < names.length; i++) {
            Philosopher p = new Philosopher(names[i], forks[i], forks[(i + 1) % forks.length], waiter);
            guests.add(p);
            threads.add(new Thread(p, names[i]));
        }
        threads.forEach(Thread::start);
        for (Thread t : threads) {
            t.join();
        }
        int uses = 0;
        for (Fork f : forks) {
            uses += f.uses; // safe: after join
        }
        for (Philosopher p : guests) {
            System.out.println(p.name + " " + p.meals); // safe: after join
        }
        System.out.println("fork uses " + uses + " served " + waiter.served + " gone " + waiter.gone()); // safe: after join
    }
}
