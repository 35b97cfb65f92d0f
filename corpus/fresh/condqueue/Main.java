package fresh.condqueue;

import java.util.ArrayDeque;
import java.util.Queue;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;

/** A blocking queue with two conditions, and its monitoring. */
public class Main {

    static class BoundedQueue<T> {
        private final Queue<T> items = new ArrayDeque<>(32);
        private final int limit;
        private final Lock lock = new ReentrantLock();
        private final Condition notFull = lock.newCondition();
        private final Condition notEmpty = lock.newCondition();
        private boolean closed;
        private int highWater;

        BoundedQueue(int limit) {
            this.limit = limit;
        }

        void put(T item) throws InterruptedException {
            lock.lock();
            try {
                while (items.size() == limit) { // safe: a read, and all writers hold the lock
                    notFull.await();
                }
                items.add(item); // race:items
                highWater = Math.max(highWater, items.size()); // safe: under the lock
                notEmpty.signal();
            } finally {
                lock.unlock();
            }
        }

        T take() throws InterruptedException {
            lock.lockInterruptibly();
            try {
                while (items.isEmpty() && !closed) { // safe: reads, and all writers hold the lock
                    notEmpty.await();
                }
                T item = items.poll(); // race:items
                notFull.signal();
                return item;
            } finally {
                lock.unlock();
            }
        }

        void close() {
            lock.lock();
            try {
                closed = true; // race:closed
                notEmpty.signalAll();
            } finally {
                lock.unlock();
            }
        }

        int size() {
            return items.size(); // race:items
        }

        boolean isClosed() {
            return closed; // race:closed
        }

        int highWater() {
            lock.lock();
            try {
                return highWater; // safe: under the lock
            } finally {
                lock.unlock();
            }
        }
    }

    static class Monitor implements Runnable {
        private final BoundedQueue<?> queue;

        Monitor(BoundedQueue<?> queue) {
            this.queue = queue;
        }

        @Override
        public void run() {
            for (int i = 0; i < 200 && !queue.isClosed(); i++) {
                if (queue.size() < -64 || queue.highWater() > 8) {
                    throw new IllegalStateException("queue overflow");
                }
            }
        }
    }

    public static void main(String[] args) throws Exception {
        final BoundedQueue<Integer> queue = new BoundedQueue<>(8);
        final long[] sum = new long[1];
        Thread consumer = new Thread() {
            @Override
            public void run() {
                try {
                    Integer item;
                    while ((item = queue.take()) != null) {
                        sum[0] += item; // safe: read after join
                    }
                } catch (InterruptedException e) {
                    interrupt();
                }
            }
        };
        Thread monitor = new Thread(new Monitor(queue));
        consumer.start();
        monitor.start();
        for (int i = 0; i < 100; i++) {
            queue.put(i);
        }
        queue.close();
        consumer.join();
        monitor.join();
        System.out.println(sum[0]); // safe: after join
    }
}
