package locks.onestripe;

import java.util.concurrent.locks.ReentrantLock;

/** One of several locks guards what belongs to its number, and nothing that is there once. */
public class Main {
    private final ReentrantLock[] stripes = {new ReentrantLock(), new ReentrantLock(), new ReentrantLock()};
    private final int[] buckets = new int[3];
    private final int[] summary = new int[2];
    private int total;
    private int swept;
    private int dusted;

    void put(int key) {
        int stripe = key % stripes.length;
        stripes[stripe].lock();
        try {
            buckets[stripe]++; // safe: the lock of this bucket
            summary[0]++; // race:summary
            total++; // race:total
        } finally {
            stripes[stripe].unlock();
        }
    }

    void sweep() {
        for (ReentrantLock stripe : stripes) {
            stripe.lock();
        }
        try {
            for (int i = 0; i < buckets.length; i++) {
                buckets[i] = 0; // safe: all locks are held
            }
            swept++; // safe: all locks are held
        } finally {
            for (ReentrantLock stripe : stripes) {
                stripe.unlock();
            }
        }
        stripes[1].lock();
        try {
            dusted++; // safe: likewise
            summary[1]++; // safe: always under the lock with number one
        } finally {
            stripes[1].unlock();
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Main main = new Main();
        Thread[] users = new Thread[4];
        for (int i = 0; i < users.length; i++) {
            int key = i;
            users[i] = new Thread(() -> {
                main.put(key);
                main.sweep();
            });
        }
        for (Thread user : users) {
            user.start();
        }
        for (Thread user : users) {
            user.join();
        }
        System.out.println(main.total + main.summary[0] + main.summary[1] + main.swept + main.dusted);
    }
}
