package heldout.mailboxes;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;

public class Main {

    interface Mailbox<T> {
        void put(T letter) throws InterruptedException;
        T take() throws InterruptedException;
        int delivered();
    }

    static class MonitorMailbox<T> implements Mailbox<T> {
        private T slot;
        private int delivered;

        @Override
        public synchronized void put(T letter) throws InterruptedException {
            while (slot != null) { // safe: monitor
                wait();
            }
            slot = letter; // safe: monitor
            notifyAll();
        }

        @Override
        public synchronized T take() throws InterruptedException {
            while (slot == null) { // safe: monitor
                wait();
            }
            T letter = slot; // safe: monitor
            slot = null; // safe: monitor
            delivered++; // safe: monitor
            notifyAll();
            return letter;
        }

        @Override
        public int delivered() {
            synchronized (this) {
                return delivered; // safe: monitor, block form of the synchronized methods
            }
        }
    }

    static class ConditionMailbox<T> implements Mailbox<T> {
        private final Lock lock = new ReentrantLock();
        private final Condition notFull = lock.newCondition();
        private final Condition notEmpty = lock.newCondition();
        private final Deque<T> letters = new ArrayDeque<>();
        private final int capacity;
        private int delivered;

        ConditionMailbox(int capacity) {
            this.capacity = capacity;
        }

        private final class Section implements AutoCloseable {
            Section() {
                lock.lock();
            }

            @Override
            public void close() {
                lock.unlock();
            }
        }

        @Override
        public void put(T letter) throws InterruptedException {
            try (Section s = new Section()) {
                while (letters.size() == capacity) { // safe: lock held by the section
                    notFull.await();
                }
                enqueue(letter);
            }
        }

        private void enqueue(T letter) {
            letters.addLast(letter); // safe: called with the lock held
            notEmpty.signal();
        }

        @Override
        public T take() throws InterruptedException {
            lock.lockInterruptibly();
            try {
                while (letters.isEmpty()) { // safe: lock held
                    notEmpty.await();
                }
                delivered++; // safe: lock held
                notFull.signal();
                return letters.removeFirst(); // safe: lock held
            } finally {
                lock.unlock();
            }
        }

        @Override
        public int delivered() {
            try (Section s = new Section()) {
                return delivered; // safe: lock held by the section
            }
        }
    }

    static class Parcel {
        int weight;
        int stamps;
    }

    static int exchange(Mailbox<Parcel> box, int parcels) throws InterruptedException {
        Object resultLock = new Object();
        int[] weighed = new int[1];
        List<Thread> clerks = new ArrayList<>();
        for (int c = 0; c < 2; c++) {
            clerks.add(new Thread(() -> {
                try {
                    for (int i = 0; i < parcels; i++) {
                        Parcel p = new Parcel();
                        p.weight = i; // safe: before put
                        box.put(p);
                    }
                } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                }
            }));
            clerks.add(new Thread(() -> {
                try {
                    for (int i = 0; i < parcels; i++) {
                        Parcel p = box.take();
                        p.stamps++; // safe: the taker is the only owner
                        synchronized (resultLock) {
                            weighed[0] += p.weight + p.stamps; // safe: resultLock
                        }
                    }
                } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                }
            }));
        }
        clerks.forEach(Thread::start);
        System.out.println("on the way: " + (box.delivered() >= 0));
        for (Thread t : clerks) {
            t.join();
        }
        return weighed[0]; // safe: all clerks joined
    }

    public static void main(String[] args) throws InterruptedException {
        System.out.println("monitor " + exchange(new MonitorMailbox<>(), 50));
        System.out.println("conditions " + exchange(new ConditionMailbox<>(4), 50));
    }
}
