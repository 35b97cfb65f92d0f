package locks.early;

import java.util.concurrent.locks.ReentrantLock;

/** A brewery: locks released before the work is over, or taken after it has begun. */
public final class Main {
    private final ReentrantLock lock = new ReentrantLock();
    private int hops = 50;
    private int kegs;
    private int litres;
    private String label = "pale";

    void brew(int amount) {
        lock.lock();
        hops -= amount; // safe: between lock and unlock
        lock.unlock();
        kegs++; // race:kegs
        String current = label; // race:label
        lock.lock();
        try {
            litres += current.length() * amount; // safe: under the lock
        } finally {
            lock.unlock();
        }
    }

    boolean relabel(String text) {
        if (text.equals(label)) { // race:label
            return false;
        }
        lock.lock();
        try {
            label = text; // race:label
            if (litres > 10_000) { // safe: under the lock
                return false;
            }
        } finally {
            lock.unlock();
        }
        return true;
    }

    int stock() {
        int result;
        synchronized (this) {
            result = kegs; // race:kegs
        }
        lock.lock();
        try {
            return result + hops + litres; // safe: under the lock
        } finally {
            lock.unlock();
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Main brewery = new Main();
        Thread day = new Thread(() -> {
            brewery.brew(3);
            brewery.relabel("dark");
        });
        Thread night = new Thread(() -> {
            brewery.brew(4);
            brewery.relabel("lite");
        });
        day.start();
        night.start();
        int stock = brewery.stock();
        day.join();
        night.join();
        System.out.println(brewery.hops + " " + brewery.litres); // safe: after join
        if (stock < 0) {
            throw new AssertionError();
        }
    }
}
