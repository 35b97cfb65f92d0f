package locks.conditions;

import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/** A bounded buffer with two conditions, and a look at its size without the lock. */
public final class Main {
    static final class Buffer<T> {
        private final ReentrantLock lock = new ReentrantLock();
        private final Condition notFull = lock.newCondition();
        private final Condition notEmpty = lock.newCondition();
        private final Object[] slots;
        private int head;
        private int size;
        private int waited;

        Buffer(int capacity) {
            slots = new Object[capacity];
        }

        void put(T value) throws InterruptedException {
            lock.lock();
            try {
                while (size == slots.length) { // safe: under the lock
                    waited++; // safe: await gives the lock back and takes it again
                    notFull.await();
                }
                slots[(head + size) % slots.length] = value; // safe: under the lock
                size++; // race:size
                notEmpty.signal();
            } finally {
                lock.unlock();
            }
        }

        @SuppressWarnings("unchecked")
        T take() throws InterruptedException {
            lock.lock();
            try {
                while (size == 0) { // safe: under the lock
                    notEmpty.await();
                }
                T value = (T) slots[head]; // safe: under the lock
                slots[head] = null; // safe: under the lock
                head = (head + 1) % slots.length; // safe: under the lock
                size--; // race:size
                notFull.signal();
                return value;
            } finally {
                lock.unlock();
            }
        }

        boolean looksEmpty() {
            return size == 0; // race:size
        }
    }

    static final class Stone {
        int weight;
    }

    public static void main(String[] args) throws InterruptedException {
        Buffer<Stone> buffer = new Buffer<>(2);
        Thread quarry = new Thread(() -> {
            try {
                for (int i = 1; i <= 10; i++) {
                    Stone stone = new Stone();
                    stone.weight = i; // safe: before put
                    buffer.put(stone);
                }
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        });
        Thread foreman = new Thread(() -> {
            while (buffer.looksEmpty() && quarry.isAlive()) {
                Thread.onSpinWait();
            }
        });
        quarry.start();
        foreman.start();
        int weight = 0;
        for (int i = 0; i < 10; i++) {
            weight += buffer.take().weight; // safe: handed over under the lock
        }
        quarry.join();
        System.out.println(buffer.waited < 0 ? -1 : weight); // safe: after join
    }
}
