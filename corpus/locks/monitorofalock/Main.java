package locks.monitorofalock;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;

/** The monitor of a lock is not the lock: who locks it and who synchronises on it do not keep each other out. */
public class Main {
    private final Lock lock = new ReentrantLock();
    private final List<String> names = Collections.synchronizedList(new ArrayList<>());
    private int mixed;
    private int locked;
    private int monitored;

    void lockIt(String name) {
        lock.lock();
        try {
            mixed++; // race:mixed
            locked++; // safe: always under the lock
        } finally {
            lock.unlock();
        }
        synchronized (lock) {
            monitored++; // safe: always under the monitor of the lock
        }
        names.add(name); // safe: locks by itself
    }

    void synchroniseIt() {
        synchronized (lock) {
            mixed--; // race:mixed
            monitored--; // safe: always under the monitor of the lock
        }
        lock.lock();
        try {
            locked--; // safe: always under the lock
        } finally {
            lock.unlock();
        }
        synchronized (names) {
            for (String name : names) { // safe: the monitor is the one that the list takes
                System.out.print(name);
            }
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Main main = new Main();
        Thread first = new Thread(() -> main.lockIt(""));
        Thread second = new Thread(main::synchroniseIt);
        first.start();
        second.start();
        first.join();
        second.join();
        System.out.println(main.locked + main.monitored);
    }
}
