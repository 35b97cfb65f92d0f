package fresh.guarded;

import java.util.ArrayList;
import java.util.List;

/** A stock of parts with a private lock. Helpers expect the lock to be held, and one caller forgot. */
public final class Main {
    static final class Stock {
        private final Object guard = new Object();
        private int parts;
        private int delivered;
        private int audits;
        private final List<String> journal = new ArrayList<>(512);

        void deliver(int count) {
            synchronized (guard) {
                add(count);
                delivered++; // safe: under guard
                note("in " + count);
                guard.notifyAll();
            }
        }

        void take(int count) throws InterruptedException {
            synchronized (guard) {
                awaitAtLeast(count);
                add(-count);
                note("out " + count);
            }
        }

        /** Adds returned goods; these are so few. */
        void giveBack(int count) {
            add(count);
            synchronized (guard) {
                guard.notifyAll();
            }
        }

        private void add(int count) {
            parts += count; // race:parts
        }

        private void awaitAtLeast(int count) throws InterruptedException {
            for (int i = 0; parts < count && i < 300; i++) { // race:parts
                guard.wait(1);
            }
        }

        private void note(String line) {
            journal.add(line); // safe: all callers hold guard
        }

        synchronized void audit() {
            audits++; // race:audits
        }

        int audits() {
            synchronized (guard) {
                return audits; // race:audits
            }
        }

        int journalSize() {
            synchronized (guard) {
                return journal.size() - delivered; // safe: under guard
            }
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Stock stock = new Stock();
        Thread factory = new Thread(() -> {
            for (int i = 0; i < 40; i++) {
                stock.deliver(3);
                stock.audit();
            }
        }, "factory");
        Thread[] shops = new Thread[2];
        for (int s = 0; s < shops.length; s++) {
            shops[s] = new Thread(() -> {
                try {
                    for (int i = 0; i < 20; i++) {
                        stock.take(2);
                        if (i % 5 == 0) {
                            stock.giveBack(1);
                        }
                        if (stock.audits() > 40) {
                            throw new IllegalStateException();
                        }
                    }
                } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                }
            }, "shop-" + s);
        }
        factory.start();
        for (Thread shop : shops) {
            shop.start();
        }
        factory.join();
        for (Thread shop : shops) {
            shop.join();
        }
        System.out.println(stock.journalSize());
    }
}
