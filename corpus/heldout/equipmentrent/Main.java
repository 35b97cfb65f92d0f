package heldout.equipmentrent;

import java.util.*;
import java.util.concurrent.*;
import java.util.concurrent.locks.*;

public class Main {
    static class Tool {
        final String name;
        private int rentals;
        Tool(String name) {
            this.name = name;
        }
        void use() {
            rentals++; // safe: a tool belongs to one renter at a time, handed over under the shelf's mutex
        }
    }

    static class Shelf {
        private final Semaphore mutex = new Semaphore(1);
        private final Semaphore available = new Semaphore(0);
        private final List<Tool> tools = new ArrayList<>();
        void put(Tool tool) {
            mutex.acquireUninterruptibly();
            tools.add(tool); // safe: binary semaphore
            mutex.release();
            available.release();
        }
        Tool take() {
            available.acquireUninterruptibly();
            mutex.acquireUninterruptibly();
            Tool tool = tools.remove(tools.size() - 1); // safe: binary semaphore
            mutex.release();
            return tool;
        }
    }

    static class Prices {
        private final StampedLock lock = new StampedLock();
        private int base = 10;
        private int perDay = 2;
        void raise() {
            long stamp = lock.writeLock();
            base++; // safe: stamped write lock
            perDay++; // safe: stamped write lock
            lock.unlockWrite(stamp);
        }
        int quote(int days) {
            long stamp = lock.readLock();
            try {
                return base + perDay * days; // safe: stamped read lock
            } finally {
                lock.unlockRead(stamp);
            }
        }
    }

    static class Customers {
        private final ReentrantReadWriteLock lock = new ReentrantReadWriteLock();
        private final Map<String, Integer> visits = new HashMap<>();
        private final ReentrantLock busy = new ReentrantLock();
        private int noted;
        void visit(String name) {
            lock.writeLock().lock();
            visits.merge(name, 1, Integer::sum); // safe: write lock
            lock.writeLock().unlock();
            if (busy.tryLock()) {
                try {
                    noted++; // safe: only after a successful tryLock
                } finally {
                    busy.unlock();
                }
            }
        }
        int visits(String name) {
            lock.readLock().lock();
            try {
                return visits.getOrDefault(name, 0); // safe: read lock
            } finally {
                lock.readLock().unlock();
            }
        }
    }

    static class Desk implements Runnable {
        private final Exchanger<List<String>> swap;
        private final String word;
        private int received;
        Desk(Exchanger<List<String>> swap, String word) {
            this.swap = swap;
            this.word = word;
        }
        @Override
        public void run() {
            List<String> slips = new ArrayList<>();
            try {
                for (int i = 0; i < 20; i++) {
                    slips.add(word + i); // safe: the list is owned until it is exchanged
                    slips = swap.exchange(slips);
                    received += slips.size(); // safe: owned after the exchange
                }
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }
    }
    public static void main(String[] args) throws InterruptedException {
        Shelf shelf = new Shelf();
        List<Tool> all = new ArrayList<>(List.of(new Tool("drill"), new Tool("saw")));
        all.forEach(shelf::put);
        Prices prices = new Prices();
        Customers customers = new Customers();
        List<CompletableFuture<Integer>> futures = new ArrayList<>();
        for (int i = 0; i < 6; i++) {
            String name = "c" + i % 2;
            futures.add(CompletableFuture.supplyAsync(() -> {
                Tool tool = shelf.take();
                tool.use();
                shelf.put(tool);
                customers.visit(name);
                return customers.visits(name) > 0 ? 1 : 0;
            }).thenApply(n -> {
                prices.raise();
                return prices.quote(3) > 16 ? n : 0;
            }));
        }
        Exchanger<List<String>> swap = new Exchanger<>();
        Desk north = new Desk(swap, "n");
        Desk south = new Desk(swap, "s");
        Thread other = new Thread(south);
        other.start();
        north.run();
        other.join();
        CompletableFuture.allOf(futures.toArray(new CompletableFuture[0])).join();
        int rentals = all.stream().mapToInt(t -> t.rentals).sum(); // safe: all futures joined
        int served = futures.stream().mapToInt(CompletableFuture::join).sum();
        boolean noted = customers.noted <= 6; // safe: all futures joined
        System.out.println(rentals + " " + served + " " + prices.base + " " + noted + " " + (north.received + south.received)); // safe: after the joins
    }
}
