package heldout.haircuts;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

public class Main {
    static class Shop {
        private final BlockingQueue<Customer> chairs = new ArrayBlockingQueue<>(3);
        private final AtomicInteger served = new AtomicInteger();
        private int turnedAway;

        boolean enter(Customer customer) {
            if (chairs.offer(customer)) { // safe: blocking queue
                return true;
            }
            turnedAway++; // race:turnedAway
            return false;
        }
    }

    static class Customer implements Runnable {
        protected final Shop shop;
        protected final CountDownLatch finished = new CountDownLatch(1);
        protected String wish;
        protected int length;
        protected boolean content;
        private int tip;

        Customer(Shop shop) {
            this.shop = shop;
        }

        @Override
        public void run() {
            wish = "short back and sides"; // safe: before the customer goes into the queue (false alarm: that a thread puts itself into the queue is not followed)
            if (!shop.enter(this)) {
                return;
            }
            try {
                waitForCut();
                tip = 2; // race:tip
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }

        protected void waitForCut() throws InterruptedException {
            finished.await();
            content = length > 0; // safe: written before the latch was counted down
        }
    }

    static class HurriedCustomer extends Customer {
        HurriedCustomer(Shop shop) {
            super(shop);
        }

        @Override
        protected void waitForCut() throws InterruptedException {
            finished.await(1, TimeUnit.MILLISECONDS);
            content = length >= 0; // race:length
        }
    }

    static class PunctualCustomer extends Customer {
        private int looked;

        PunctualCustomer(Shop shop) {
            super(shop);
        }

        @Override
        protected void waitForCut() throws InterruptedException {
            while (!finished.await(1, TimeUnit.MILLISECONDS)) {
                looked++; // safe: own thread only
            }
            content = length > 0; // safe: await has returned true
        }
    }

    static class Barber extends Thread {
        private final Shop shop;
        private final Customer closing;
        private int tips;
        private int cuts;

        Barber(Shop shop, Customer closing) {
            this.shop = shop;
            this.closing = closing;
        }

        @Override
        public void run() {
            try {
                while (true) {
                    Customer customer = shop.chairs.take(); // safe: blocking queue
                    if (customer == closing) {
                        return;
                    }
                    serve(customer);
                }
            } catch (InterruptedException e) {
                interrupt();
            }
        }

        private void serve(Customer customer) {
            String wish = customer.wish; // safe: handed over through the queue (false alarm: as above)
            customer.length = wish.length(); // race:length
            cuts++; // safe: one counter per barber
            shop.served.incrementAndGet();
            customer.finished.countDown();
            int tip = customer.tip; // race:tip
            tips += tip; // safe: one purse per barber
        }
    }

    private static Customer customer(int number, Shop shop) {
        switch (number % 3) {
            case 0:
                return new Customer(shop);
            case 1:
                return new HurriedCustomer(shop);
            default:
                return new PunctualCustomer(shop);
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Shop shop = new Shop();
        Customer closing = new Customer(shop);
        List<Barber> barbers = new ArrayList<>();
        for (int i = 0; i < 2; i++) {
            Barber barber = new Barber(shop, closing);
            barbers.add(barber);
            barber.start();
        }
        List<Customer> customers = new ArrayList<>();
        List<Thread> walking = new ArrayList<>();
        for (int i = 0; i < 24; i++) {
            Customer c = customer(i, shop);
            customers.add(c);
            Thread t = new Thread(c, "customer-" + i);
            walking.add(t);
            t.start();
        }
        for (Thread t : walking) {
            t.join();
        }
        int away = shop.turnedAway; // safe: all customers joined
        for (int i = 0; i < barbers.size(); i++) {
            shop.chairs.put(closing); // safe: blocking queue
        }
        int cuts = 0;
        int tips = 0;
        for (Barber barber : barbers) {
            barber.join();
            cuts += barber.cuts; // safe: joined
            tips += barber.tips; // safe: joined
        }
        int content = 0;
        for (Customer c : customers) {
            content += c.content ? 1 : 0; // safe: customer joined
        }
        boolean fine = cuts == shop.served.get() && content == cuts;
        fine &= tips <= 2 * cuts && away + cuts <= 24 && cuts > 0;
        System.out.println("closing time " + fine);
    }
}
