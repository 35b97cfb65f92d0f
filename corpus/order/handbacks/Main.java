package order.handbacks;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.locks.ReentrantLock;

/** Boats are rented in pairs and brought back; loggers send their pages away, and one of them forgets to take a new one. */
public class Main {
    static class Boat {
        int trips;
        int damage;
        int paint;
    }

    record Pair(Boat left, Boat right) {}

    static class Pier {
        private final ReentrantLock lock = new ReentrantLock();
        private final Deque<Boat> moored = new ArrayDeque<>();

        void moor(Boat boat) {
            lock.lock();
            try {
                moored.addLast(boat); // safe: under the lock
            } finally {
                lock.unlock();
            }
        }

        Pair rent() {
            lock.lock();
            try {
                if (moored.size() < 2) { // safe: under the lock
                    return null;
                }
                return new Pair(moored.pollFirst(), moored.pollFirst()); // safe: under the lock
            } finally {
                lock.unlock();
            }
        }
    }

    static void row(Pier pier) {
        for (int i = 0; i < 5; i++) {
            Pair pair = pier.rent();
            if (pair == null) {
                continue;
            }
            pair.left().trips++; // safe: who rents a boat has it until it is moored again
            pair.right().trips++; // safe: likewise
            pair.left().damage++; // race:damage
            pier.moor(pair.left());
            pier.moor(pair.right());
            pair.right().paint++; // race:paint
        }
    }

    static class Logger implements Runnable {
        private final BlockingQueue<List<String>> printer;
        private List<String> page = new ArrayList<>();

        Logger(BlockingQueue<List<String>> printer) {
            this.printer = printer;
        }

        @Override
        public void run() {
            for (int i = 0; i < 6; i++) {
                log("entry " + i);
            }
            turn();
        }

        private void log(String line) {
            page.add(line); // safe: not sent yet
            if (page.size() == 3) { // safe: not sent yet
                turn();
            }
        }

        private void turn() {
            printer.add(page);
            page = new ArrayList<>();
        }
    }

    static class Scribbler implements Runnable {
        private final BlockingQueue<List<Integer>> printer;
        private List<Integer> page = new ArrayList<>();

        Scribbler(BlockingQueue<List<Integer>> printer) {
            this.printer = printer;
        }

        @Override
        public void run() {
            for (int i = 0; i < 6; i++) {
                scribble(i);
            }
            turn(false);
        }

        private void scribble(int number) {
            page.add(number); // race:page
            turn(number % 2 == 0);
        }

        private void turn(boolean isFull) {
            printer.add(page);
            if (isFull) {
                page = new ArrayList<>();
            }
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Pier pier = new Pier();
        List<Boat> fleet = new ArrayList<>();
        for (int i = 0; i < 6; i++) {
            Boat boat = new Boat();
            fleet.add(boat);
            pier.moor(boat);
        }
        BlockingQueue<List<String>> texts = new LinkedBlockingQueue<>();
        BlockingQueue<List<Integer>> numbers = new LinkedBlockingQueue<>();
        Thread printer = new Thread(() -> {
            try {
                texts.take().add("printed"); // safe: the logger has taken a new page
                numbers.take().add(-1); // race:page
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        });
        printer.start();
        Thread one = new Thread(() -> row(pier));
        Thread two = new Thread(() -> row(pier));
        one.start();
        two.start();
        Logger logger = new Logger(texts);
        Scribbler scribbler = new Scribbler(numbers);
        List<Thread> writers = new ArrayList<>();
        for (Runnable writer : List.of(logger, scribbler)) {
            Thread thread = new Thread(writer);
            writers.add(thread);
            thread.start();
        }
        int damage = 0;
        for (Boat boat : fleet) {
            damage += boat.damage; // race:damage
        }
        for (Thread writer : writers) {
            writer.join();
        }
        printer.join();
        one.join();
        two.join();
        int trips = 0;
        for (Boat boat : fleet) {
            trips += boat.trips; // safe: after both have come back
        }
        System.out.println(trips > 0 && damage >= 0);
    }
}
