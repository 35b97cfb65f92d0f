package heldout.kitchen;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;

/** A restaurant: cooks put dishes on a small counter, waiters carry them out, the till closes at the end. */
public class Main {

    static class Dish {
        String name;
        int table;
    }

    static class Counter {
        private final Lock lock = new ReentrantLock();
        private final Condition notFull = lock.newCondition();
        private final Condition notEmpty = lock.newCondition();
        private final Deque<Dish> dishes = new ArrayDeque<>();
        private boolean closed;

        void put(Dish d) throws InterruptedException {
            lock.lock();
            try {
                while (dishes.size() == 4) { // safe: lock held
                    notFull.await();
                }
                dishes.addLast(d); // safe: lock held
                notEmpty.signal();
            } finally {
                lock.unlock();
            }
        }

        Dish take() throws InterruptedException {
            lock.lock();
            try {
                while (dishes.isEmpty() && !closed) { // safe: lock held
                    notEmpty.await();
                }
                Dish d = dishes.pollFirst(); // safe: lock held
                notFull.signal();
                return d;
            } finally {
                lock.unlock();
            }
        }

        void close() {
            lock.lock();
            try {
                closed = true; // safe: lock held
                notEmpty.signalAll();
            } finally {
                lock.unlock();
            }
        }
    }

    static class Till {
        private int revenue;
        private int openWaiters = 2; // safe: before the waiters start

        synchronized void settle(int amount) {
            revenue += amount; // safe: monitor
            openWaiters--; // safe: monitor
            if (openWaiters == 0) {
                notifyAll();
            }
        }

        synchronized int awaitTotal() throws InterruptedException {
            while (openWaiters > 0) { // safe: monitor
                wait();
            }
            return revenue; // safe: monitor
        }
    }

    static void cook(Counter counter, String speciality) {
        try {
            for (int i = 0; i < 25; i++) {
                Dish d = new Dish();
                d.name = speciality; // safe: handed over through the counter's lock
                d.table = i % 7; // safe: handed over through the counter's lock
                counter.put(d);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    static void serve(Counter counter, Till till) {
        int tips = 0;
        try {
            for (Dish d = counter.take(); d != null; d = counter.take()) {
                tips += d.name.length() + d.table; // safe: handed over through the counter's lock
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } finally {
            till.settle(tips);
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Counter counter = new Counter();
        Till till = new Till();
        List<Thread> cooks = new ArrayList<>();
        for (String s : List.of("soup", "risotto", "tart")) {
            Thread t = new Thread(() -> cook(counter, s), "cook-" + s);
            cooks.add(t);
            t.start();
        }
        for (int i = 0; i < 2; i++) {
            new Thread(() -> serve(counter, till), "waiter-" + i).start();
        }
        for (Thread t : cooks) {
            t.join();
        }
        counter.close();
        System.out.println("revenue " + till.awaitTotal());
    }
}
