package heldout.ticketshop;

import java.util.*;
import java.util.concurrent.*;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;

public class Main {

    enum SeatState { FREE, HELD, SOLD }

    interface PriceList { int centsFor(String seatCode); }

    record Receipt(String customer, List<String> seats, int cents) { }

    static final class Seat {
        final String code;
        SeatState state = SeatState.FREE;
        String holder;
        long heldUntil;

        Seat(String code) { this.code = code; }
    }

    static class Hall {
        private final Lock lock = new ReentrantLock();
        private final Map<String, Seat> seats = new LinkedHashMap<>();
        private int freeSeats;
        private int expiredHolds;

        Hall(int rows, int perRow) {
            for (char r = 'A'; r < 'A' + rows; r++) {
                for (int n = 1; n <= perRow; n++) {
                    String code = r + "" + n;
                    seats.put(code, new Seat(code)); // safe: constructor, no thread yet
                }
            }
            freeSeats = seats.size(); // safe: constructor, no thread yet
        }

        boolean hold(String code, String customer, long millis) {
            lock.lock();
            try {
                Seat seat = seats.get(code); // safe: the map never changes after construction
                if (seat == null || seat.state != SeatState.FREE) { // safe: seat state only under the lock
                    return false;
                }
                seat.state = SeatState.HELD; // safe: under the lock
                seat.holder = customer;
                seat.heldUntil = System.nanoTime() + millis * 1_000_000L;
                freeSeats--; // race:free1
                return true;
            } finally {
                lock.unlock();
            }
        }

        boolean buy(String code, String customer) {
            lock.lock();
            try {
                Seat seat = seats.get(code);
                if (seat.state != SeatState.HELD || !customer.equals(seat.holder)) {
                    return false;
                }
                seat.state = SeatState.SOLD; // safe: under the lock
                return true;
            } finally {
                lock.unlock();
            }
        }

        void sweep() {
            int released = 0;
            lock.lock();
            try {
                long now = System.nanoTime();
                for (Seat seat : seats.values()) {
                    if (seat.state == SeatState.HELD && seat.heldUntil - now < 0) {
                        seat.state = SeatState.FREE;
                        seat.holder = null;
                        freeSeats++; // race:free2
                        released++;
                    }
                }
            } finally {
                lock.unlock();
            }
            if (released > 0) {
                expiredHolds += released; // race:expired
            }
        }

        int freeSeats() {
            return freeSeats; // race:free1,free2
        }

        int expiredHolds() {
            return expiredHolds; // race:expired
        }
    }

    static class HoldSweeper extends Thread {
        private final Hall hall;
        private volatile boolean closed;

        HoldSweeper(Hall hall) {
            super("hold-sweeper");
            this.hall = hall;
            setDaemon(true);
        }

        @Override
        public void run() {
            while (!closed) { // safe: volatile
                hall.sweep();
                try {
                    Thread.sleep(8);
                } catch (InterruptedException e) {
                    return;
                }
            }
        }

        void close() {
            closed = true;
        }
    }

    static class Customer implements Callable<Receipt> {
        private final String name;
        private final Hall hall;
        private final PriceList prices;
        private final AtomicLong revenue;
        private final List<String> wishes;

        Customer(String name, Hall hall, PriceList prices, AtomicLong revenue, List<String> wishes) {
            this.name = name;
            this.hall = hall;
            this.prices = prices;
            this.revenue = revenue;
            this.wishes = wishes;
        }

        @Override
        public Receipt call() throws Exception {
            List<String> bought = new ArrayList<>();
            int cents = 0;
            for (String code : wishes) {
                if (!hall.hold(code, name, 15)) {
                    continue;
                }
                Thread.sleep(bought.isEmpty() ? 5 : 40);
                if (hall.buy(code, name)) {
                    bought.add(code); // safe: local list, handed over through the future
                    cents += prices.centsFor(code);
                }
            }
            revenue.addAndGet(cents);
            return new Receipt(name, bought, cents);
        }
    }

    public static void main(String[] args) throws Exception {
        Hall hall = new Hall(3, 4);
        AtomicLong revenue = new AtomicLong();
        PriceList prices = code -> code.startsWith("A") ? 4500 : 2900;
        HoldSweeper sweeper = new HoldSweeper(hall);
        sweeper.start();

        Thread board = new Thread(() -> {
            for (int i = 0; i < 12; i++) {
                System.out.println("board: " + hall.freeSeats() + " seats left");
                try {
                    Thread.sleep(7);
                } catch (InterruptedException e) {
                    return;
                }
            }
        }, "board");
        board.start();

        ExecutorService pool = Executors.newFixedThreadPool(3);
        List<Future<Receipt>> receipts = new ArrayList<>();
        receipts.add(pool.submit(new Customer("ann", hall, prices, revenue, List.of("A1", "A2", "B1"))));
        receipts.add(pool.submit(new Customer("bob", hall, prices, revenue, List.of("A2", "B2"))));
        receipts.add(pool.submit(new Customer("cyd", hall, prices, revenue, List.of("A1", "C4"))));
        for (Future<Receipt> f : receipts) {
            Receipt r = f.get();
            System.out.println(r.customer() + " " + r.seats() + " " + r.cents()); // safe: after get
        }
        pool.shutdown();
        board.join();
        sweeper.close();
        sweeper.join(20);
        System.out.println("expired " + hall.expiredHolds());
        System.out.println("revenue " + revenue.get());
    }
}
