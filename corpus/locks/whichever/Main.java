package locks.whichever;

import java.util.ArrayDeque;
import java.util.Queue;
import java.util.concurrent.locks.ReentrantLock;

/** Shelves with a lock each. What is to be done to an item waits at its shelf, and is done by whoever holds the lock of the shelf. */
public class Main {
    public static void main(String[] args) throws InterruptedException {
        Shelf left = new Shelf("left");
        Shelf right = new Cold("right");
        Thread[] clerks = new Thread[4];
        for (int i = 0; i < clerks.length; i++) {
            Shelf shelf = i % 2 == 0 ? left : right;
            clerks[i] = new Thread(() -> {
                for (int n = 0; n < 50; n++) {
                    Item item = shelf.item();
                    shelf.later(new Weigh(shelf, item, n));
                    shelf.work();
                    item.seen++; // race:seen
                }
            });
            clerks[i].start();
        }
        for (Thread clerk : clerks) {
            clerk.join();
        }
        System.out.println(left.item().weight + right.item().weight); // safe: after join
    }

    static class Shelf {
        private final ReentrantLock lock = new ReentrantLock();
        private final Queue<Runnable> waiting = new ArrayDeque<>();
        private final Item item = new Item();
        private final String name;

        Shelf(String name) {
            this.name = name;
        }

        Item item() {
            return item;
        }

        void later(Runnable task) {
            lock.lock();
            try {
                waiting.add(task); // safe: under the lock of the shelf
            } finally {
                lock.unlock();
            }
        }

        void work() {
            lock.lock();
            try {
                for (Runnable task = waiting.poll(); task != null; task = waiting.poll()) { // safe: under the lock of the shelf
                    task.run();
                }
            } finally {
                lock.unlock();
            }
        }
    }

    /** Does its work at once as well. */
    static final class Cold extends Shelf {
        Cold(String name) {
            super(name);
        }

        @Override
        void later(Runnable task) {
            super.lock.lock();
            try {
                task.run();
            } finally {
                super.lock.unlock();
            }
        }
    }

    static final class Weigh implements Runnable {
        private final Shelf shelf;
        private final Item item;
        private final int by;

        Weigh(Shelf shelf, Item item, int by) {
            this.shelf = shelf;
            this.item = item;
            this.by = by;
        }

        @Override
        public void run() {
            item.weight += by; // safe: under the lock of the shelf
            item.last = shelf.name; // safe: under the lock of the shelf
        }
    }

    static final class Item {
        int weight;
        int seen;
        String last = "";
    }
}
