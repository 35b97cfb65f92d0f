package fresh.barbershop;

import java.util.concurrent.Semaphore;

/** The sleeping barber with semaphores only: a mutex for the chairs, and two that count customers and barbers. */
public final class Main {
    private static final int CHAIRS = 3;
    private static final int CUSTOMERS = 12;

    private final Semaphore mutex = new Semaphore(1);
    private final Semaphore customers = new Semaphore(0);
    private final Semaphore barber = new Semaphore(0);
    private final Semaphore finished = new Semaphore(0);
    private int waiting;
    private int turnedAway;
    private int cuts;
    private String inChair;

    private void barberLoop() {
        while (true) {
            customers.acquireUninterruptibly();
            mutex.acquireUninterruptibly();
            waiting--; // safe: under the mutex
            mutex.release();
            barber.release();
            finished.acquireUninterruptibly();
            cuts++; // safe: only the barber, and read after join
            if (cuts == CUSTOMERS) { // safe: only the barber
                return;
            }
        }
    }

    private final class Customer extends Thread {
        private final String name;
        private int attempts;

        Customer(String name) {
            this.name = name;
        }

        private boolean sitDown() {
            mutex.acquireUninterruptibly();
            try {
                if (waiting == CHAIRS) { // safe: under the mutex
                    turnedAway++; // safe: under the mutex
                    return false;
                }
                waiting++; // safe: under the mutex
                return true;
            } finally {
                mutex.release();
            }
        }

        @Override
        public void run() {
            do {
                attempts++; // safe: own field
                Thread.yield();
            } while (!sitDown());
            customers.release();
            barber.acquireUninterruptibly();
            inChair = name; // safe: the barber calls one customer at a time (false alarm: that the barber lets in one after the other is not seen)
            if (!inChair.equals(name)) { // safe: the barber calls one customer at a time (false alarm: as above)
                throw new IllegalStateException(inChair); // safe: as above (false alarm: as above)
            }
            finished.release();
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Main shop = new Main();
        Thread worker = new Thread(shop::barberLoop, "barber");
        worker.start();
        Customer[] all = new Customer[CUSTOMERS];
        for (int i = 0; i < CUSTOMERS; i++) {
            all[i] = shop.new Customer("customer " + i);
            all[i].start();
        }
        int attempts = 0;
        for (Customer customer : all) {
            customer.join();
            attempts += customer.attempts; // safe: after join
        }
        worker.join();
        System.out.println(shop.cuts + " " + (attempts - shop.turnedAway)); // safe: after join
        System.out.println(shop.waiting + " " + (shop.inChair != null)); // safe: after join
    }
}
