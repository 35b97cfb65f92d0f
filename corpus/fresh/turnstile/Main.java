package fresh.turnstile;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Semaphore;

/** A park with a gate for one, and a ride for two. A ticket builder is filled by all cashiers. */
public final class Main {
    static final class Park {
        private final Semaphore gate = new Semaphore(1);
        private final Semaphore seats = new Semaphore(2);
        private int visitors;
        private int rides;
        private final int[] perSeat = new int[2];
        private boolean firstTaken;

        void enter() throws InterruptedException {
            gate.acquire();
            try {
                visitors++; // safe: one at a time
            } finally {
                gate.release();
            }
        }

        int visitors() throws InterruptedException {
            gate.acquire();
            int result = visitors; // safe: one at a time
            gate.release();
            return result;
        }

        private synchronized int takeSeat() {
            int seat = firstTaken ? 1 : 0; // safe: under this
            firstTaken |= seat == 0; // safe: under this
            return seat;
        }

        private synchronized void leaveSeat(int seat) {
            if (seat == 0) {
                firstTaken = false; // safe: under this
            }
        }

        void ride() throws InterruptedException {
            seats.acquire();
            try {
                int seat = takeSeat();
                perSeat[seat]++; // safe: two riders never have the same seat
                rides++; // race:rides
                leaveSeat(seat);
            } finally {
                seats.release();
            }
        }
    }

    /** Every method is synchronized, except the one that ends it all. */
    static final class ReportBuilder {
        private final List<String> lines = new ArrayList<>(128);
        private String title = "untitled";

        synchronized ReportBuilder title(String title) {
            this.title = title; // race:title
            return this;
        }

        synchronized ReportBuilder line(String line) {
            lines.add(line); // safe: under this
            return this;
        }

        String build() {
            int size;
            synchronized (this) {
                size = lines.size(); // safe: under this
            }
            return title + size; // race:title
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Park park = new Park();
        ReportBuilder report = new ReportBuilder();
        Thread[] guests = new Thread[4];
        for (int g = 0; g < guests.length; g++) {
            final String name = "guest " + g;
            guests[g] = new Thread(() -> {
                try {
                    park.enter();
                    for (int i = 0; i < 20; i++) {
                        park.ride();
                    }
                    report.title(name).line(name + " of " + park.visitors());
                    if (report.build().isEmpty()) {
                        throw new IllegalStateException();
                    }
                } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                }
            });
            guests[g].start();
        }
        for (Thread guest : guests) {
            guest.join();
        }
        System.out.println(park.visitors() + " " + report.build().endsWith("4"));
        System.out.println(park.perSeat[0] + park.perSeat[1]); // safe: after join
        if (park.rides > 80) { // safe: after join
            throw new AssertionError();
        }
    }
}
