package hidden.lockcondition;

import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;

/** A bounded buffer that is right, beside a statistic that is not: the lock of the buffer hides it. */
public final class Main {
    static final class Buffer {
        private final Lock lock = new ReentrantLock();
        private final Condition filled = lock.newCondition();
        private int items;

        void put() {
            lock.lock();
            try {
                items++;
                filled.signal();
            } finally {
                lock.unlock();
            }
        }

        void take() throws InterruptedException {
            lock.lock();
            try {
                while (items == 0) {
                    filled.await();
                }
                items--;
            } finally {
                lock.unlock();
            }
        }
    }

    private static final Buffer BUFFER = new Buffer();
    private static int produced;

    public static void main(String[] args) throws InterruptedException {
        BUFFER.put();
        BUFFER.put();
        Thread producer = new Thread(Main::produce, "producer");
        Thread consumer = new Thread(Main::consume, "consumer");
        producer.start();
        consumer.start();
        producer.join();
        consumer.join();
        System.out.println("done");
    }

    private static void produce() {
        produced++; // race:produced
        BUFFER.put();
    }

    private static void consume() {
        try {
            Thread.sleep(80);
            BUFFER.take();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
        if (produced > 1) { // race:produced
            throw new IllegalStateException("too much");
        }
    }
}
