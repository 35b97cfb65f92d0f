package heldout.exchangedesk;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Exchanger;
import java.util.concurrent.Semaphore;

public class Main {
    static class Desk {
        private final Semaphore mutex = new Semaphore(1);
        private final Semaphore door = new Semaphore(2);
        private final Semaphore pen = new Semaphore(1);
        private int balance;
        private int visitors;
        private int notes;
        private int signatures;

        void deposit(int amount) {
            mutex.acquireUninterruptibly();
            try {
                balance += amount; // safe: one permit
            } finally {
                mutex.release();
            }
        }

        void visit() {
            door.acquireUninterruptibly();
            try {
                visitors++; // race:visitors
            } finally {
                door.release();
            }
        }

        void note() {
            boolean mine = pen.tryAcquire();
            notes++; // race:notes
            if (mine) {
                signatures++; // safe: only with the permit
                pen.release();
            }
        }

        void serve() {
            for (int i = 0; i < 50; i++) {
                deposit(i);
                visit();
                note();
            }
        }
    }

    static class Tray {
        private final Semaphore empty = new Semaphore(1);
        private final Semaphore full = new Semaphore(0);
        private final Semaphore posted = new Semaphore(0);
        private String item;
        private int rate;

        void put(String s) throws InterruptedException {
            empty.acquire();
            item = s; // safe: handed over by full and empty
            full.release();
        }

        String take() throws InterruptedException {
            full.acquire();
            String s = item; // safe: handed over by full and empty
            item = null; // safe: handed over by full and empty
            empty.release();
            return s;
        }

        void postRate(int r) {
            posted.release();
            rate = r; // race:rate
        }

        int awaitRate() throws InterruptedException {
            posted.acquire();
            return rate; // race:rate
        }
    }

    interface Step {
        void run() throws InterruptedException;
    }

    static Thread spawn(Step step) {
        Thread t = new Thread(() -> {
            try {
                step.run();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        });
        t.start();
        return t;
    }

    public static void main(String[] args) throws InterruptedException {
        Desk desk = new Desk();
        Tray tray = new Tray();
        Exchanger<List<Integer>> swap = new Exchanger<>();
        Exchanger<int[]> pages = new Exchanger<>();
        List<Thread> threads = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
            threads.add(spawn(desk::serve));
        }
        threads.add(spawn(() -> {
            for (int i = 0; i < 5; i++) {
                tray.put("form " + i);
            }
            tray.postRate(3);
            List<Integer> filling = new ArrayList<>();
            for (int round = 0; round < 3; round++) {
                filling.add(round); // safe: belongs to this thread until the exchange
                filling = swap.exchange(filling);
                filling.clear(); // safe: received from the other thread
            }
            int[] draft = {1, 2};
            int[] blank = pages.exchange(draft);
            draft[0] = -1; // race:draft
            blank[0] = 9; // safe: the other side gave it away
        }));
        threads.add(spawn(() -> {
            for (int i = 0; i < 5; i++) {
                System.out.println(tray.take());
            }
            System.out.println("rate " + tray.awaitRate());
            List<Integer> draining = new ArrayList<>();
            for (int round = 0; round < 3; round++) {
                draining = swap.exchange(draining);
                System.out.println(draining.size()); // safe: received from the other thread
            }
            int[] page = pages.exchange(new int[2]);
            System.out.println("page " + page[0]); // race:draft
        }));
        for (Thread t : threads) {
            t.join();
        }
        System.out.println(desk.balance + " " + desk.visitors + " " + desk.notes); // safe: joined
        System.out.println(desk.signatures); // safe: joined
    }
}
