package order.mutexsemaphore;

import java.util.concurrent.Semaphore;

/** A semaphore with one permit as a lock; one path forgets to take it, another gives up after trying. */
public final class Main {
    static class Inventory {
        private final Semaphore permit = new Semaphore(1);
        private int screws = 100;
        private int nails = 100;
        private int missed;

        void take(int count) throws InterruptedException {
            permit.acquire();
            try {
                screws -= count; // safe: with the permit everywhere
                nails -= count; // race:nails
            } finally {
                permit.release();
            }
        }

        int screws() throws InterruptedException {
            permit.acquire();
            try {
                return screws; // safe: with the permit everywhere
            } finally {
                permit.release();
            }
        }

        void tryTake() {
            if (permit.tryAcquire()) {
                try {
                    screws--; // safe: tryAcquire succeeded
                } finally {
                    permit.release();
                }
            } else {
                missed++; // race:missed
            }
        }

        int nails() {
            return nails; // race:nails
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Inventory inventory = new Inventory();
        Runnable job = () -> {
            try {
                for (int i = 0; i < 5; i++) {
                    inventory.take(2);
                    inventory.tryTake();
                }
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        };
        Thread first = new Thread(job);
        Thread second = new Thread(job);
        first.start();
        second.start();
        int early = inventory.nails() + inventory.screws();
        first.join();
        second.join();
        System.out.println(inventory.nails); // safe: after join
        if (early < 0 || inventory.missed > 10) { // safe: after join
            throw new AssertionError();
        }
    }
}
