package heldout.boxoffice;

import java.util.Arrays;
import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/** Ticket shop: buyers rush for seats of one hall while a box office screen shows what is left. */
public class Main {

    static class Hall {
        private final ReentrantLock lock = new ReentrantLock();
        private final Condition soldOut = lock.newCondition();
        private final String[] seats;
        private final int[] basePrice;
        private final Set<String> vip = new HashSet<>();
        private int free;
        private int nextHint;
        private int[] rowTotals;
        private volatile boolean salesOpen;

        Hall(int size) {
            seats = new String[size];
            basePrice = new int[size];
            for (int i = 0; i < size; i++) {
                basePrice[i] = 20 + (size - i);
            }
            free = size;
        }

        /** Returns the price paid or -1. */
        int buy(String who) {
            if (!salesOpen) { // safe: volatile
                return -1;
            }
            int guess = nextHint; // race:hint
            lock.lock();
            try {
                for (int k = 0; k < seats.length; k++) {
                    int i = (guess + k) % seats.length;
                    if (seats[i] == null) { // safe: under lock
                        seats[i] = who; // race:seats
                        free--; // safe: every access is under lock
                        if (free == 0) { // safe: under lock
                            soldOut.signalAll();
                        }
                        nextHint = i + 1; // race:hint
                        return price(i, who);
                    }
                }
                return -1;
            } finally {
                lock.unlock();
            }
        }

        private int price(int seat, String who) {
            return vip.contains(who) ? basePrice[seat] / 2 : basePrice[seat]; // safe: never changed after the latch
        }

        String screen() {
            StringBuilder sb = new StringBuilder();
            for (int i = 0; i < seats.length; i++) {
                sb.append(seats[i] == null ? '.' : 'x'); // race:seats
            }
            return sb.toString();
        }

        int rowTotal(int row) {
            if (rowTotals == null) { // race:totals
                int[] t = new int[4];
                for (int i = 0; i < basePrice.length; i++) {
                    t[i % 4] += basePrice[i]; // race:totalcell
                }
                rowTotals = t; // race:totals
            }
            return rowTotals[row]; // race:totals,totalcell
        }

        void awaitSoldOut() throws InterruptedException {
            lock.lock();
            try {
                while (free > 0) { // safe: under lock
                    soldOut.await();
                }
            } finally {
                lock.unlock();
            }
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Hall hall = new Hall(24);
        CountDownLatch gate = new CountDownLatch(1);
        int[] spent = new int[3];
        Thread[] buyers = new Thread[3];
        for (int b = 0; b < buyers.length; b++) {
            final int id = b;
            buyers[b] = new Thread(() -> {
                try {
                    gate.await();
                } catch (InterruptedException e) {
                    return;
                }
                int paid;
                while ((paid = hall.buy("buyer" + id)) >= 0) {
                    spent[id] += paid; // safe: own slot
                }
                hall.rowTotal(id);
            });
            buyers[b].start();
        }
        hall.vip.add("buyer1"); // safe: before the gate opens
        hall.salesOpen = true;
        gate.countDown();
        System.out.println(hall.screen());
        hall.awaitSoldOut();
        for (Thread t : buyers) {
            t.join();
        }
        System.out.println(hall.screen().length() + " seats, " + Arrays.toString(spent)); // safe: after join
    }
}
