package heldout.airline;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;

/**
 * Ticket agents sell the seats of one flight. The flight is slightly smaller than the
 * number of tickets the agents hold, so somebody has to stop the sale in time.
 */
public class Main {

    private static int agents;
    private static int capacity;
    private static int seatsSold;
    private static boolean stopSales;

    private static final List<String> journal = Collections.synchronizedList(new ArrayList<>());

    /** An agent selling to a handful of customers. */
    static class Agent extends Thread {

        private final int number;
        private final int customers;
        private int issued;

        Agent(int number, int customers) {
            super("agent-" + number);
            this.number = number;
            this.customers = customers;
        }

        @Override
        public void run() {
            for (int c = 0; c < customers; c++) {
                if (stopSales) { // race:stop
                    journal.add("agent " + number + " closed with " + (customers - c) + " waiting");
                    break;
                }
                sell(c);
            }
        }

        private void sell(int customer) {
            seatsSold++; // race:sold
            issued++; // safe: per agent, read by main after join
            journal.add(number + "/" + customer); // safe: synchronizedList
            if (seatsSold > capacity) { // race:sold
                stopSales = true; // race:stop,stopmain
            }
        }
    }

    /** Assigns seat labels; the part of the system that got its locking right. */
    static class SeatMap {

        private final boolean[] taken;
        private int free;

        SeatMap(int seats) {
            taken = new boolean[seats];
            free = seats;
        }

        synchronized String assign(int preferred) {
            if (free == 0) { // safe: guarded by this
                return null;
            }
            int seat = preferred % taken.length;
            while (taken[seat]) { // safe: guarded by this
                seat = (seat + 1) % taken.length;
            }
            taken[seat] = true;
            free--;
            return (seat / 4 + 1) + "ABCD".substring(seat % 4, seat % 4 + 1);
        }

        synchronized int freeSeats() {
            return free;
        }
    }

    private static void sellTickets() throws InterruptedException {
        agents = 6;
        capacity = 10; // safe: written before the agents are started
        Agent[] desk = new Agent[agents];
        int started = 0;
        for (int i = 0; i < agents; i++) {
            desk[i] = new Agent(i, 4);
            desk[i].start();
            started++;
            Thread.yield();
            if (stopSales) { // race:stopmain
                // the ticket that tripped the limit is taken back
                seatsSold--; // race:sold
                break;
            }
        }
        for (int i = 0; i < started; i++) {
            desk[i].join();
        }
        int issued = 0;
        for (int i = 0; i < started; i++) {
            issued += desk[i].issued; // safe: agent joined
        }
        int oversold = seatsSold - capacity; // safe: all started agents joined
        System.out.println("agents " + started + ", issued " + issued + ", counted " + seatsSold
                + ", over by " + oversold + ", stopped " + stopSales); // safe: agents joined
        System.out.println("journal has " + journal.size() + " lines");
    }

    private static void checkIn() throws InterruptedException {
        SeatMap map = new SeatMap(12);
        String[][] boarding = new String[3][5];
        Thread[] counters = new Thread[boarding.length];
        for (int i = 0; i < counters.length; i++) {
            final int id = i;
            counters[i] = new Thread(() -> {
                for (int k = 0; k < boarding[id].length; k++) {
                    boarding[id][k] = map.assign(id * 4 + k); // safe: one row per counter
                }
            });
            counters[i].start();
        }
        System.out.println("free while checking in: " + map.freeSeats());
        for (Thread t : counters) {
            t.join();
        }
        for (String[] row : boarding) {
            System.out.println(Arrays.toString(row)); // safe: after join
        }
    }

    public static void main(String[] args) throws InterruptedException {
        sellTickets();
        checkIn();
    }
}
