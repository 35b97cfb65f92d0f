package heldout.postoffice;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;

public class Main {
    /** Old-style bounded buffer on the object's own monitor. */
    static class PigeonHole {
        private final String[] letters = new String[3];
        private int count;

        synchronized void deposit(String letter) throws InterruptedException {
            while (count == letters.length) { // safe: under the monitor
                wait();
            }
            letters[count] = letter; // safe: under the monitor
            count++; // race:countin
            notifyAll();
        }

        synchronized String collect() throws InterruptedException {
            while (count == 0) { // safe: under the monitor
                wait();
            }
            count--; // race:countout
            String letter = letters[count]; // safe: under the monitor
            notifyAll();
            return letter;
        }

        int waiting() {
            return count; // race:countin,countout
        }
    }
    /** Queue of people at the counter. */
    static class Counter {
        private final Lock lock = new ReentrantLock();
        private final Condition someone = lock.newCondition();
        private final Deque<String> line = new ArrayDeque<>();
        private boolean closing;
        void enter(String who) {
            lock.lock();
            line.addLast(who); // safe: lock held
            someone.signal();
            lock.unlock();
        }

        void close() {
            lock.lock();
            closing = true; // safe: lock held
            someone.signalAll();
            lock.unlock();
        }

        /** null once the counter is closed and nobody is left */
        String next() throws InterruptedException {
            lock.lock();
            try {
                while (line.isEmpty() && !closing) {
                    someone.await();
                }
                return line.pollFirst(); // safe: await re-acquired the lock
            } finally {
                lock.unlock();
            }
        }
    }

    static class Slip {
        String text;
        int grams;
        boolean ready;
    }

    static int served;
    public static void main(String[] args) throws InterruptedException {
        final PigeonHole hole = new PigeonHole();
        Thread postman = new Thread(() -> {
            try {
                for (int i = 0; i < 8; i++) {
                    hole.deposit("letter " + i);
                }
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }, "postman");
        final int[] length = new int[1];
        Thread tenant = new Thread("tenant") {
            @Override
            public void run() {
                try {
                    for (int i = 0; i < 8; i++) {
                        length[0] += hole.collect().length(); // safe: read after join
                    }
                } catch (InterruptedException e) {
                    interrupt();
                }
            }
        };
        postman.start();
        tenant.start();
        System.out.println("in the hole: " + hole.waiting());

        final Slip slip = new Slip();
        Thread clerk = new Thread(() -> {
            slip.text = "registered, signature required"; // race:text
            slip.grams = 230; // safe: main reads it after join
            synchronized (slip) {
                slip.ready = true; // safe: under the slip's monitor
                slip.notifyAll();
            }
        }, "clerk");
        clerk.start();
        boolean ok;
        synchronized (slip) {
            if (!slip.ready) { // safe: under the slip's monitor
                slip.wait(20);
            }
            ok = slip.ready; // safe: under the slip's monitor
        }
        String text = slip.text; // race:text
        System.out.println(ok + " " + text);
        clerk.join();
        System.out.println(slip.grams + " g"); // safe: joined

        Counter counter = new Counter();
        Thread teller = new Thread(() -> {
            try {
                while (counter.next() != null) {
                    served++; // safe: read after join
                }
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }, "teller");
        teller.start();
        for (String s : "Ada Ben Cleo".split(" ")) {
            counter.enter(s);
        }
        counter.close();
        teller.join();
        postman.join();
        tenant.join();
        System.out.println(served + " served, " + length[0] + " characters"); // safe: all joined
    }
}
