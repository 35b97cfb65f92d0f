package heldout.courierthreads;

import java.util.ArrayList;
import java.util.List;

public class Main {

    abstract static class Courier extends Thread {
        private static int mileage;
        private static int signatures;
        private int delivered;
        protected long pause;
        private volatile String place = "depot";

        protected abstract int stops();

        protected void visit(int stop) {
            place = "stop " + stop; // safe: volatile
        }

        @Override
        public void run() {
            int n = stops();
            for (int i = 0; i < n; i++) {
                visit(i);
                delivered++; // race:delivered
                pause += i; // safe: main reads it after join() only (false alarm: that a method waits for each thread of a list is not followed)
                mileage += 3; // race:mileage
                synchronized (Courier.class) {
                    signatures++; // safe: class lock
                }
            }
            place = "home"; // safe: volatile
        }

        int deliveredSoFar() {
            return delivered; // race:delivered
        }

        int deliveredFinally() throws InterruptedException {
            join();
            return delivered; // safe: after join
        }

        static synchronized int signatures() {
            return signatures; // safe: class lock
        }
    }

    /** Started by whoever creates it. */
    static class BikeCourier extends Courier {
        private int stops;
        private final List<String> rings = new ArrayList<>();

        BikeCourier(int stops) {
            this.stops = stops; // safe: the thread is started later
        }

        @Override
        protected int stops() {
            return stops; // safe: written before start
        }

        @Override
        protected void visit(int stop) {
            super.visit(stop);
            rings.add("ring " + stop); // safe: list of this courier, main reads after join (false alarm: as above)
        }
    }

    /** Sets off as soon as it exists. */
    static class EagerCourier extends Courier {
        private int stops = 2;
        private String vehicle;

        EagerCourier(int stops, String vehicle) {
            this.vehicle = vehicle; // safe: before start in the same constructor
            start();
            this.stops = stops; // race:stops
        }

        @Override
        protected int stops() {
            return stops; // race:stops
        }

        @Override
        protected void visit(int stop) {
            super.visit(vehicle.length() + stop); // safe: written before start
        }
    }

    public static void main(String[] args) throws InterruptedException {
        List<Courier> couriers = new ArrayList<>();
        BikeCourier first = new BikeCourier(30);
        BikeCourier second = new BikeCourier(45);
        couriers.add(first); // safe: list of the main thread
        couriers.add(second); // safe: list of the main thread
        first.start();
        second.start();
        couriers.add(new EagerCourier(20, "van"));
        couriers.add(new EagerCourier(25, "tram"));

        int early = 0;
        for (Courier c : couriers) {
            c.join(1);
            early += c.deliveredSoFar();
        }
        int late = 0;
        boolean home = true;
        for (Courier c : couriers) {
            late += c.deliveredFinally();
            home &= c.place.equals("home"); // safe: volatile
        }
        System.out.println("rings " + first.rings.size() + " " + second.rings.size()); // safe: after join (false alarm: as above)
        System.out.println("pauses " + first.pause + " " + second.pause); // safe: after join (false alarm: as above)
        System.out.println("home " + home + " early<=late " + (early <= late));
        System.out.println("signed " + (Courier.signatures() == late));
        System.out.println("mileage " + (Courier.mileage <= 3 * late)); // safe: after join (false alarm: as above)
    }
}
