package heldout.ticketdesk;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;

public class Main {
    private final ReentrantLock lock = new ReentrantLock();
    private int sold;
    private int missed;
    private int vouchers;
    private int refunds;
    private int queueLength;
    private String lastBuyer;

    boolean sell(String buyer) {
        if (lock.tryLock()) {
            try {
                sold++; // safe: tryLock succeeded
                lastBuyer = buyer; // race:buyer
                return true;
            } finally {
                lock.unlock();
            }
        }
        missed++; // race:missed
        return false;
    }

    void refund() {
        try {
            if (!lock.tryLock(200, TimeUnit.MILLISECONDS)) {
                return;
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return;
        }
        try {
            sold--; // safe: the timed tryLock succeeded
            refunds++; // safe: the timed tryLock succeeded
        } finally {
            lock.unlock();
        }
    }

    void promo() {
        boolean owned = lock.tryLock();
        try {
            vouchers++; // race:vouchers
            if (owned) {
                refunds += 2; // safe: only when the lock is owned
            }
        } finally {
            if (owned) {
                lock.unlock();
            }
        }
    }

    void enqueue() {
        while (!lock.tryLock()) {
            Thread.yield();
        }
        try {
            queueLength++; // safe: the loop ends with the lock held
        } finally {
            lock.unlock();
        }
    }

    void announce() {
        System.out.println("latest buyer: " + lastBuyer); // race:buyer
    }

    void summary() {
        lock.lock();
        try {
            System.out.println("sold " + sold + " refunds " + refunds); // safe: lock held
        } finally {
            lock.unlock();
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Main office = new Main();
        Thread[] desks = new Thread[3];
        for (int i = 0; i < desks.length; i++) {
            String name = "desk" + i;
            desks[i] = new Thread(() -> {
                for (int k = 0; k < 5; k++) {
                    office.enqueue();
                    if (!office.sell(name + "#" + k)) {
                        office.promo();
                    }
                }
                office.refund();
            }, name);
            desks[i].start();
        }
        office.announce();
        office.summary();
        for (Thread d : desks) {
            d.join();
        }
        System.out.println("missed " + office.missed); // safe: desks are joined
        System.out.println("vouchers " + office.vouchers); // safe: desks are joined
        System.out.println("queued " + office.queueLength); // safe: desks are joined
    }
}
