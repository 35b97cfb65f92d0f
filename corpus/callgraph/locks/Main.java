// Explicit locks and conditions, a bounded buffer, a latch, a barrier whose action is called by the last to arrive, a
// read-write lock, a semaphore, and a synchroniser that the application derives from the library's.
package callgraph.locks;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.Semaphore;
import java.util.concurrent.locks.AbstractQueuedSynchronizer;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;

public class Main {
    public static void main(String[] args) throws Exception {
        Buffer buffer = new Buffer(2);
        CountDownLatch done = new CountDownLatch(2);
        new Thread(() -> produce(buffer, done)).start();
        new Thread(() -> consume(buffer, done)).start();
        done.await();
        System.out.println(buffer.total());

        CyclicBarrier barrier = new CyclicBarrier(2, Main::tripped);
        Thread partner = new Thread(() -> arrive(barrier));
        partner.start();
        arrive(barrier);
        partner.join();

        Mutex mutex = new Mutex();
        mutex.lock();
        mutex.unlock();
        Settings settings = new Settings();
        settings.set("on");
        System.out.println(settings.get() + " " + new Semaphore(1).tryAcquire());
    }

    private static void produce(Buffer buffer, CountDownLatch done) {
        for (int i = 1; i <= 5; i++) {
            buffer.put(i);
        }
        done.countDown();
    }

    private static void consume(Buffer buffer, CountDownLatch done) {
        for (int i = 0; i < 5; i++) {
            buffer.take();
        }
        done.countDown();
    }

    private static void arrive(CyclicBarrier barrier) {
        try {
            barrier.await();
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }

    private static void tripped() {
        System.out.println("tripped");
    }
}

class Buffer {
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();
    private final int[] items;
    private int size;
    private int total;

    Buffer(int capacity) {
        items = new int[capacity];
    }

    void put(int item) {
        lock.lock();
        try {
            while (isFull()) {
                changed.awaitUninterruptibly();
            }
            items[size++] = item;
            changed.signalAll();
        } finally {
            lock.unlock();
        }
    }

    void take() {
        lock.lock();
        try {
            while (size == 0) {
                changed.awaitUninterruptibly();
            }
            total += items[--size];
            changed.signalAll();
        } finally {
            lock.unlock();
        }
    }

    private boolean isFull() {
        return size == items.length;
    }

    int total() {
        return total;
    }
}

class Mutex extends AbstractQueuedSynchronizer {
    void lock() {
        acquire(1);
    }

    void unlock() {
        release(1);
    }

    @Override
    protected boolean tryAcquire(int ignored) {
        return compareAndSetState(0, 1);
    }

    @Override
    protected boolean tryRelease(int ignored) {
        setState(0);
        return true;
    }
}

class Settings {
    private final ReentrantReadWriteLock lock = new ReentrantReadWriteLock();
    private String value;

    void set(String value) {
        lock.writeLock().lock();
        this.value = value;
        lock.writeLock().unlock();
    }

    String get() {
        lock.readLock().lock();
        try {
            return value;
        } finally {
            lock.readLock().unlock();
        }
    }
}
