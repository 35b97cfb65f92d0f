package heldout.inventory;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.locks.ReentrantLock;
import java.util.stream.IntStream;

/** Order processing against a stock table that is locked in stripes. */
public class Main {

    private static final int STRIPES = 4;
    private static final int SKUS = 32;

    private final ReentrantLock[] stripes = new ReentrantLock[STRIPES];
    private final int[] stock = new int[SKUS];
    private final int[] sold = new int[SKUS];
    private final int[] perWarehouse = new int[3];
    private int lastAudit = -1;

    Main() {
        Arrays.setAll(stripes, i -> new ReentrantLock());
        for (int sku = 0; sku < SKUS; sku++) {
            stock[sku] = 40 + sku; // safe: before the threads exist
        }
    }

    private ReentrantLock lockFor(int key) {
        return stripes[key % STRIPES];
    }

    boolean reserve(int sku, int amount) {
        ReentrantLock lock = lockFor(sku);
        lock.lock();
        try {
            if (stock[sku] < amount) { // safe: stripe of the sku
                return false;
            }
            stock[sku] -= amount; // safe: stripe of the sku
            return true;
        } finally {
            lock.unlock();
        }
    }

    void ship(int warehouse, int sku, int amount) {
        ReentrantLock lock = lockFor(warehouse);
        lock.lock();
        try {
            perWarehouse[warehouse] += amount; // safe: one stripe per warehouse
            sold[sku] += amount; // race:sold
        } finally {
            lock.unlock();
        }
    }

    void restock(int sku, int amount) {
        lockFor(sku).lock();
        try {
            stock[sku] += amount; // safe: stripe of the sku
        } finally {
            lockFor(sku).unlock();
        }
    }

    int audit(int round) {
        lockAll();
        try {
            int sum = 0;
            for (int n : stock) { // safe: all stripes held
                sum += n;
            }
            lastAudit = round; // race:lastaudit
            return sum;
        } finally {
            unlockAll();
        }
    }

    private void lockAll() {
        for (ReentrantLock l : stripes) {
            l.lock();
        }
    }

    private void unlockAll() {
        for (int i = STRIPES - 1; i >= 0; i--) {
            stripes[i].unlock();
        }
    }

    int bestSeller() {
        int best = 0;
        for (int i = 1; i < SKUS; i++) {
            if (sold[i] > sold[best]) { // race:sold
                best = i;
            }
        }
        return best;
    }

    private void processOrders(int warehouse) {
        for (int i = 0; i < 400; i++) {
            int sku = (i * 7 + warehouse) % SKUS;
            if (reserve(sku, 1 + i % 2)) {
                ship(warehouse, sku, 1 + i % 2);
            } else {
                restock(sku, 5);
            }
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Main shop = new Main();
        List<Thread> workers = new ArrayList<>();
        for (int w = 0; w < 3; w++) {
            final int warehouse = w;
            workers.add(new Thread(() -> shop.processOrders(warehouse)));
        }
        Thread auditor = new Thread(() -> IntStream.range(0, 20).forEach(shop::audit));
        workers.forEach(Thread::start);
        auditor.start();
        System.out.println("best seller right now: " + shop.bestSeller() + ", audit " + shop.lastAudit); // race:lastaudit
        for (Thread t : workers) {
            t.join();
        }
        auditor.join();
        System.out.println("stock left " + shop.audit(99) + ", shipped " + shop.perWarehouse[0]); // safe: all joined
    }
}
