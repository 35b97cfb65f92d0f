package heldout.philosophers;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;
import java.util.concurrent.locks.ReentrantLock;

/** Dining philosophers with a butler who never lets all of them sit down at once. */
public class Main {

    private static final int SEATS = 5;
    private static final int COURSES = 6;

    enum Mood { THINKING, HUNGRY, EATING, GONE }

    /** A fork and a little record of who used it. */
    static final class Fork {
        private final ReentrantLock lock = new ReentrantLock();
        final int number;
        private int uses;
        private String lastUser = "nobody";

        Fork(int number) {
            this.number = number;
        }

        void pickUp(String who) {
            lock.lock();
            if (!who.equals(lastUser)) { // safe: lock is held
                lastUser = who; // safe: lock is held
            }
            uses++; // safe: lock is held
        }

        void putDown() {
            lock.unlock();
        }

        String describe() {
            lock.lock();
            try {
                return "fork " + number + " used " + uses + " times"; // safe: lock is held
            } finally {
                lock.unlock();
            }
        }
    }

    static final class Table {
        private final List<Fork> forks = new ArrayList<>();
        private final Semaphore butler = new Semaphore(SEATS - 1, true);
        private final StringBuilder guestBook = new StringBuilder();
        private int mealsServed;

        Table() {
            for (int i = 0; i < SEATS; i++) {
                forks.add(new Fork(i)); // safe: before the guests arrive
            }
        }

        Fork left(int seat) {
            return forks.get(seat); // safe: the list is not changed any more
        }

        Fork right(int seat) {
            return forks.get((seat + 1) % SEATS); // safe: the list is not changed any more
        }

        void sit() throws InterruptedException {
            butler.acquire();
        }

        void leave() {
            butler.release();
        }

        void served(String who, int course) {
            synchronized (guestBook) {
                mealsServed++; // safe: guarded by guestBook
                if (course == COURSES) {
                    guestBook.append(who).append(' '); // safe: guarded by guestBook
                }
            }
        }

        String closeBook() {
            synchronized (guestBook) {
                return mealsServed + " meals, finished: " + guestBook; // safe: guarded by guestBook
            }
        }
    }

    static final class Philosopher extends Thread {
        private final Table table;
        private final int seat;
        private final CountDownLatch doors;
        private final Random rnd;
        private volatile Mood mood = Mood.THINKING;
        private int eaten;
        private long hungryNanos;

        Philosopher(String name, Table table, int seat, CountDownLatch doors) {
            super(name);
            this.table = table;
            this.seat = seat;
            this.doors = doors;
            this.rnd = new Random(seat * 31L);
        }

        @Override
        public void run() {
            try {
                doors.await();
                while (eaten < COURSES) { // safe: main reads it after join
                    mood = Mood.THINKING;
                    Thread.sleep(rnd.nextInt(4)); // safe: own generator
                    mood = Mood.HUNGRY; // safe: volatile
                    long since = System.nanoTime();
                    dine(since);
                }
            } catch (InterruptedException e) {
                // thrown out by the host
            }
            mood = Mood.GONE;
        }

        private void dine(long since) throws InterruptedException {
            table.sit();
            Fork left = table.left(seat);
            Fork right = table.right(seat);
            left.pickUp(getName());
            right.pickUp(getName());
            try {
                mood = Mood.EATING;
                hungryNanos += System.nanoTime() - since; // safe: main reads it after join
                eaten++; // safe: main reads it after join
                table.served(getName(), eaten);
                Thread.sleep(1);
            } finally {
                right.putDown();
                left.putDown();
                table.leave();
            }
        }

        Mood mood() {
            return mood; // safe: volatile
        }
    }

    private static Map<Mood, Integer> survey(List<Philosopher> guests) {
        Map<Mood, Integer> count = new EnumMap<>(Mood.class);
        for (Philosopher p : guests) {
            count.merge(p.mood(), 1, Integer::sum); // safe: local map
        }
        return count;
    }

    public static void main(String[] args) throws InterruptedException {
        String[] names = {"Aristotle", "Kant", "Spinoza", "Marx", "Russell"};
        Table table = new Table();
        CountDownLatch doors = new CountDownLatch(1);
        List<Philosopher> guests = new ArrayList<>();
        for (int i = 0; i < SEATS; i++) {
            Philosopher p = new Philosopher(names[i], table, i, doors);
            guests.add(p); // safe: main thread only
            p.start();
        }
        doors.countDown();

        for (int i = 0; i < 3; i++) {
            Thread.sleep(6);
            System.out.println(survey(guests));
            System.out.println(table.left(i).describe());
        }

        for (Philosopher p : guests) {
            p.join();
            System.out.printf("%-10s ate %d times%n", p.getName(), p.eaten); // safe: after join
            if (p.hungryNanos < 0) { // safe: after join
                throw new AssertionError(p.getName());
            }
        }
        System.out.println(table.closeBook());
    }
}
