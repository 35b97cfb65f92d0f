package heldout.airline2;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;

/** Several agencies sell the seats of one flight; overbooking shows up now and then. */
public class Main {
    static final int SEATS = 20;
    static final int AGENCIES = 3;
    static final int CUSTOMERS = 9;

    public static void main(String[] args) throws InterruptedException {
        Flight flight = new Flight("LX 318", SEATS);
        Board board = new Board(flight);
        CountDownLatch open = new CountDownLatch(1);
        List<Agency> agencies = new ArrayList<>();
        for (int i = 0; i < AGENCIES; i++) {
            agencies.add(new Agency("agency" + i, flight, open));
        }
        for (Agency a : agencies) {
            a.start();
        }
        board.setDaemon(true);
        board.start();
        flight.setPrice(120);
        open.countDown();
        int tickets = 0;
        for (Agency a : agencies) {
            a.join();
            tickets += a.tickets; // safe: after join
        }
        System.out.println(flight.code + " tickets " + tickets + " seats " + flight.seatsTaken());
        if (tickets > flight.seatsTaken()) {
            System.out.println("overbooked by " + (tickets - flight.seatsTaken()));
        }
        System.out.println("revenue " + flight.revenue.get()); // safe: atomic
        System.out.println("waiting list " + flight.waiting.size()); // safe: synchronized list, agencies joined
    }
}

class Flight {
    final String code;
    private final String[] seat;
    private int sold;
    private boolean stopSales;
    private int price;
    final AtomicInteger revenue = new AtomicInteger();
    final List<String> waiting = Collections.synchronizedList(new ArrayList<>());

    Flight(String code, int seats) {
        this.code = code;
        this.seat = new String[seats];
    }

    void setPrice(int p) {
        price = p; // safe: before countDown of the opening latch
    }

    boolean book(String passenger) {
        if (stopSales) { // race:stop1
            waiting.add(passenger); // safe: synchronized list
            return false;
        }
        int number = sold; // race:sold1
        if (number >= seat.length) {
            stopSales = true; // race:stop1,stop2
            waiting.add(passenger);
            return false;
        }
        seat[number] = passenger; // race:seat
        sold = number + 1; // race:sold1,sold2
        revenue.addAndGet(price); // safe: agencies wait for the latch first
        return true;
    }

    String status() {
        String s = stopSales ? "closed" : "open"; // race:stop2
        int n = sold; // race:sold2
        return code + " " + s + " " + n + "/" + seat.length;
    }

    int seatsTaken() {
        int n = 0;
        for (String s : seat) { // safe: called after the agencies were joined
            if (s != null) {
                n++;
            }
        }
        return n;
    }
}

class Agency extends Thread {
    private final Flight flight;
    private final CountDownLatch open;
    int tickets;

    Agency(String name, Flight flight, CountDownLatch open) {
        super(name);
        this.flight = flight;
        this.open = open;
    }

    @Override
    public void run() {
        try {
            open.await();
            for (int c = 0; c < Main.CUSTOMERS; c++) {
                if (flight.book(getName() + "/customer" + c)) {
                    tickets++; // safe: own agency, read after join
                }
                Thread.sleep(1);
            }
        } catch (InterruptedException e) {
            interrupt();
        }
    }
}

class Board extends Thread {
    private final Flight flight;

    Board(Flight flight) {
        super("board");
        this.flight = flight;
    }

    @Override
    public void run() {
        String last = "";
        for (int i = 0; i < 6; i++) {
            String now = flight.status();
            if (!now.equals(last)) {
                System.out.println(now);
                last = now;
            }
            try {
                sleep(3);
            } catch (InterruptedException e) {
                return;
            }
        }
    }
}
