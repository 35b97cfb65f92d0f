package heldout.welders;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.Semaphore;

/** Dining robots: four welders share four torches, a limited number of bays and one order sheet. */
public class Main {

    static final int N = 4;

    static class Torch {
        private final Semaphore permit = new Semaphore(1);
        private int uses;

        void grab() throws InterruptedException {
            permit.acquire();
            uses++; // safe: a semaphore with one permit is a mutex
        }

        void drop() {
            permit.release();
        }
    }

    static class Workshop {
        final Torch[] torches = new Torch[N];
        private final Semaphore bays = new Semaphore(N - 1);
        private final Semaphore sheetMutex = new Semaphore(1);
        private final Semaphore ordersReady = new Semaphore(0);
        private final List<String> sheet = new ArrayList<>();
        private String[] orders;
        private int gas = 1000;
        private int inBays;
        private int sheetPeak;

        Workshop() {
            Arrays.setAll(torches, i -> new Torch());
        }

        void publishOrders() {
            String[] o = new String[N];
            for (int i = 0; i < N; i++) {
                o[i] = "frame-" + (char) ('a' + i); // safe: before the permits are released
            }
            orders = o; // safe: before the permits are released
            ordersReady.release(N);
        }

        String awaitOrder(int robot) throws InterruptedException {
            ordersReady.acquire();
            return orders[robot]; // safe: the only releases come after the orders
        }

        void enter() throws InterruptedException {
            bays.acquire();
            inBays++; // race:inbays
        }

        void leave() {
            inBays--; // race:inbays
            bays.release();
        }

        void weld(int robot) throws InterruptedException {
            Torch right = torches[(robot + 1) % N];
            torches[robot].grab();
            right.grab();
            gas -= 3; // race:gas missed: which of several semaphores two threads have in common is not known
            right.drop();
            torches[robot].drop();
        }

        void record(String line) throws InterruptedException {
            sheetMutex.acquire();
            sheet.add(line); // safe: mutex
            int size = sheet.size(); // safe: mutex
            sheetMutex.release();
            if (size > sheetPeak) { // race:sheetpeak
                sheetPeak = size; // race:sheetpeak
            }
        }
    }

    static class Robot extends Thread {
        private final Workshop shop;
        private final int nr;
        private int rounds;

        Robot(Workshop shop, int nr) {
            this.shop = shop;
            this.nr = nr;
        }

        @Override
        public void run() {
            try {
                String order = shop.awaitOrder(nr);
                for (int i = 0; i < 20; i++) {
                    shop.enter();
                    shop.weld(nr);
                    shop.leave();
                    shop.record(order + "#" + i);
                    rounds++; // safe: own field, read after join
                }
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Workshop shop = new Workshop();
        List<Robot> robots = new ArrayList<>();
        for (int i = 0; i < N; i++) {
            robots.add(new Robot(shop, i));
            robots.get(i).start();
        }
        shop.publishOrders();
        int rounds = 0;
        for (Robot r : robots) {
            r.join();
            rounds += r.rounds; // safe: joined
        }
        int uses = 0;
        for (Torch t : shop.torches) {
            uses += t.uses; // safe: all joined
        }
        System.out.println(rounds + " rounds, " + uses + " uses, gas " + shop.gas); // safe: all joined
        System.out.println(shop.sheet.size() + " lines, peak " + shop.sheetPeak + ", in bays " + shop.inBays); // safe: all joined
    }
}
