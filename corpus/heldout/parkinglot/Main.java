package heldout.parkinglot;

import java.util.concurrent.Semaphore;

public class Main {
    static final class Lot {
        private final Semaphore places = new Semaphore(2);
        private final Semaphore booth = new Semaphore(1, true);
        private int occupied;
        private int income;
        private int turnedAway;
        private int tickets;

        void visit(int fee) throws InterruptedException {
            places.acquire();
            try {
                occupied++; // race:occupied
                pay(fee);
                occupied--; // race:occupied
            } finally {
                places.release();
            }
        }

        private void pay(int fee) throws InterruptedException {
            booth.acquire();
            income += fee; // safe: one permit
            booth.release();
        }

        void quickStop() {
            if (!booth.tryAcquire()) {
                turnedAway++; // race:away
                return;
            }
            try {
                tickets++; // safe: got the only permit
                income += 1; // safe: got the only permit
            } finally {
                booth.release();
            }
        }
    }

    private final Lot lot = new Lot();
    private final Semaphore openGate = new Semaphore(0);
    private final Semaphore counted = new Semaphore(0);
    private final Semaphore cleaned = new Semaphore(0);
    private String rules;
    private int northCount;
    private int southCount;
    private int northLitter;
    private int southLitter;

    private void car(int fee) {
        try {
            openGate.acquire();
            int hours = rules.length() % 5; // safe: main releases the gate after writing rules
            lot.visit(fee * hours);
            lot.quickStop();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void northGuard() {
        northCount = 4; // safe: main acquires both permits
        counted.release();
        northLitter = 9; // race:north
        cleaned.release();
    }

    private void southGuard() {
        southCount = 6; // safe: main acquires both permits
        counted.release();
        southLitter = 2; // race:south
        cleaned.release();
    }

    private void open() throws InterruptedException {
        Thread[] cars = new Thread[3];
        for (int i = 0; i < cars.length; i++) {
            int fee = i + 1;
            cars[i] = new Thread(() -> car(fee), "car-" + i);
            cars[i].start();
        }
        rules = "two hours"; // safe: before release
        openGate.release(cars.length);

        new Thread(this::northGuard, "north").start();
        new Thread(this::southGuard, "south").start();
        counted.acquire(2);
        System.out.println("cars " + northCount); // safe: both guards have released counted
        System.out.println("cars " + southCount); // safe: both guards have released counted
        cleaned.acquire();
        System.out.println("litter " + northLitter); // race:north
        System.out.println("litter " + southLitter); // race:south

        for (Thread c : cars) {
            c.join();
        }
        System.out.println("occupied " + lot.occupied); // safe: cars are joined
        System.out.println("income " + lot.income + " away " + lot.turnedAway + " tickets " + lot.tickets); // safe: cars are joined
    }

    public static void main(String[] args) throws InterruptedException {
        new Main().open();
    }
}
