package heldout.kitchenpass;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

public class Main {

    static class Order {
        final String dish;
        int minutes;
        private String plate;

        Order(String dish) {
            this.dish = dish;
        }

        synchronized void serve(String what) {
            plate = what; // safe: monitor of the order
            notifyAll();
        }

        synchronized String awaitPlate() throws InterruptedException {
            while (plate == null) { // safe: monitor of the order
                wait(100);
            }
            return plate; // safe: monitor of the order
        }
    }

    /** The hatch between the dining room and the kitchen. */
    static class Pass {
        private final ReentrantLock lock = new ReentrantLock();
        private final Condition notFull = lock.newCondition();
        private final Condition notEmpty = lock.newCondition();
        private final Queue<Order> slips = new ArrayDeque<>();
        private boolean closed;

        void put(Order o) throws InterruptedException {
            lock.lockInterruptibly();
            try {
                while (slips.size() == 2) { // safe: under lock, also after await
                    notFull.await();
                }
                slips.add(o); // safe: under lock
                notEmpty.signal();
            } finally {
                lock.unlock();
            }
        }

        Order take() throws InterruptedException {
            lock.lock();
            try {
                while (nothingToDo()) {
                    notEmpty.await(200, TimeUnit.MILLISECONDS);
                }
                Order o = slips.poll(); // safe: under lock
                notFull.signal();
                return o;
            } finally {
                lock.unlock();
            }
        }

        private boolean nothingToDo() {
            assert lock.isHeldByCurrentThread();
            return slips.isEmpty() && !closed; // safe: the caller holds the lock
        }

        void close() {
            lock.lock();
            try {
                closed = true; // safe: under lock
                notEmpty.signalAll();
            } finally {
                lock.unlock();
            }
        }
    }

    static class Kitchen {
        private final Pass pass = new Pass();
        private final List<String> done = new ArrayList<>();
        private int minutesCooked;

        class Cook extends Thread {
            private int plates;

            @Override
            public void run() {
                try {
                    Order o;
                    while ((o = pass.take()) != null) {
                        o.minutes += 5; // safe: the waiter gave the order away through the pass
                        synchronized (Kitchen.this) {
                            done.add(o.dish); // safe: monitor of the kitchen
                            minutesCooked += o.minutes; // safe: monitor of the kitchen
                            Kitchen.this.notifyAll();
                        }
                        plates++; // safe: own thread, read after join
                        o.serve(o.dish + " by " + getName());
                    }
                } catch (InterruptedException e) {
                    interrupt();
                }
            }
        }

        synchronized int awaitDone(int n) throws InterruptedException {
            while (done.size() < n) { // safe: monitor of the kitchen
                wait();
            }
            return minutesCooked; // safe: monitor of the kitchen
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Kitchen kitchen = new Kitchen();
        Kitchen.Cook c1 = kitchen.new Cook();
        Kitchen.Cook c2 = kitchen.new Cook();
        c1.start();
        c2.start();
        Thread waiter = new Thread(() -> {
            try {
                for (String dish : List.of("soup", "pasta", "steak", "salad", "cake")) {
                    Order o = new Order(dish);
                    o.minutes = dish.length(); // safe: before the hand-over
                    kitchen.pass.put(o);
                    String plate = o.awaitPlate();
                    System.out.println(plate + " after " + o.minutes); // safe: the cook wrote it before serve()
                }
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        });
        waiter.start();
        System.out.println("minutes at three: " + kitchen.awaitDone(3));
        waiter.join();
        kitchen.pass.close();
        c1.join();
        c2.join();
        System.out.println(kitchen.done); // safe: cooks joined
        System.out.println("plates " + (c1.plates + c2.plates)); // safe: cooks joined
    }
}
