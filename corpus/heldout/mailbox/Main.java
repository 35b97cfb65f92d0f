package heldout.mailbox;

import java.util.ArrayDeque;
import java.util.Queue;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;

public class Main {
    static class BoundedBuffer<T> {
        private final Lock lock = new ReentrantLock();
        private final Condition notFull = lock.newCondition();
        private final Condition notEmpty = lock.newCondition();
        private final Object[] ring;
        private int head;
        private int count;

        BoundedBuffer(int capacity) {
            ring = new Object[capacity];
        }

        void put(T item) throws InterruptedException {
            lock.lock();
            try {
                while (count == ring.length) { // safe: locked
                    notFull.await();
                }
                ring[(head + count) % ring.length] = item; // safe: locked
                count++; // safe: locked
                notEmpty.signal();
            } finally {
                lock.unlock();
            }
        }

        @SuppressWarnings("unchecked")
        T take() throws InterruptedException {
            lock.lock();
            try {
                while (count == 0) { // safe: locked
                    notEmpty.await();
                }
                T item = (T) ring[head]; // safe: locked
                ring[head] = null; // safe: locked
                head = (head + 1) % ring.length; // safe: locked
                count--; // safe: locked
                notFull.signal();
                return item;
            } finally {
                lock.unlock();
            }
        }
    }

    static class Letter {
        String text;
        int stamps;
    }

    static class Box {
        private final Queue<Letter> letters = new ArrayDeque<>();
        private boolean closed;

        synchronized void post(Letter l) {
            letters.add(l); // safe: synchronized
            notifyAll();
        }

        synchronized void close() {
            closed = true; // safe: synchronized
            notifyAll();
        }

        synchronized Letter next() throws InterruptedException {
            while (letters.isEmpty() && !closed) { // safe: synchronized
                wait();
            }
            return letters.poll(); // safe: synchronized
        }
    }

    static class Connection {
        enum State { NEW, OPEN, CLOSED }

        private State state = State.NEW;
        private int session;

        synchronized void to(State next) {
            if (next.ordinal() != state.ordinal() + 1) { // safe: synchronized
                throw new IllegalStateException(state + " -> " + next);
            }
            state = next; // safe: synchronized
            notifyAll();
        }

        synchronized void awaitState(State wanted) throws InterruptedException {
            while (state.compareTo(wanted) < 0) { // safe: wait releases and takes the monitor again
                wait();
            }
        }

        void open(int id) {
            session = id; // safe: before the transition to OPEN, read after it
            to(State.OPEN);
        }

        int session() throws InterruptedException {
            awaitState(State.OPEN);
            return session; // safe: after OPEN was seen under the monitor
        }
    }

    private static int delivered;

    public static void main(String[] args) throws InterruptedException {
        BoundedBuffer<Integer> buffer = new BoundedBuffer<>(2);
        Box box = new Box();
        Connection connection = new Connection();
        Thread postman = new Thread(() -> {
            try {
                System.out.println("session " + connection.session());
                for (Letter l = box.next(); l != null; l = box.next()) {
                    l.stamps++; // safe: the sender gave the letter away
                    delivered += l.text.length(); // safe: one postman, main joins
                    buffer.put(l.stamps); // safe: the sender gave the letter away
                }
                buffer.put(-1);
                connection.to(Connection.State.CLOSED);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        });
        postman.start();
        connection.open(42);
        for (int i = 0; i < 5; i++) {
            Letter l = new Letter();
            l.text = "dear " + i; // safe: before post
            box.post(l);
        }
        box.close();
        int sum = 0;
        for (int s = buffer.take(); s >= 0; s = buffer.take()) {
            sum += s;
        }
        connection.awaitState(Connection.State.CLOSED);
        System.out.println(sum + " stamps, " + delivered + " characters"); // safe: after CLOSED was seen
        postman.join();
    }
}
