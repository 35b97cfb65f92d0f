package heldout.tollplaza;

/** Motorway toll plaza: each lane is its own Thread subclass, the plaza keeps the books. */
public class Main {

    static class Plaza {
        private int vehicles;
        private long cents;
        private int refunds;
        private final Object refundLock = new Object();

        synchronized void countVehicle() {
            vehicles++; // safe: synchronized on the one plaza
        }

        synchronized int vehicles() {
            return vehicles; // safe: same monitor as countVehicle
        }

        void addFare(int fare) {
            cents += fare; // race:cents
        }

        void refund() {
            synchronized (refundLock) {
                refunds++; // safe: refundLock is shared by all lanes
            }
        }
    }

    static class Lane extends Thread {
        private static int opened;
        private static int closed;

        private final Plaza plaza;
        private final int[] fares;
        private int passed;
        private int lastFare;

        Lane(String name, Plaza plaza, int... fares) {
            super(name);
            this.plaza = plaza;
            this.fares = fares;
        }

        private synchronized void open() {
            opened++; // race:opened
        }

        private static synchronized void close() {
            closed++; // safe: static synchronized locks Lane.class
        }

        @Override
        public void run() {
            open();
            for (int fare : fares) {
                plaza.countVehicle();
                synchronized (this) {
                    plaza.addFare(fare);
                }
                if (fare > 900) {
                    plaza.refund();
                }
                passed++; // safe: own field, main reads it after join
                lastFare = fare; // race:lastfare
            }
            close();
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Plaza plaza = new Plaza();
        Lane[] lanes = {
            new Lane("north", plaza, 250, 250, 980, 400),
            new Lane("south", plaza, 300, 1200, 300),
            new Lane("bus", plaza, 50, 50, 50, 50, 50),
        };
        for (Lane lane : lanes) {
            lane.start();
        }

        int board = lanes[0].lastFare; // race:lastfare
        System.out.println("board: last fare north " + board + ", vehicles so far " + plaza.vehicles());

        int passed = 0;
        for (Lane lane : lanes) {
            lane.join();
            passed += lane.passed; // safe: after this lane's join
        }
        long cents = plaza.cents; // safe: all lanes joined
        int refunds = plaza.refunds; // safe: all lanes joined, no lock needed
        int opened = Lane.opened; // safe: all lanes joined
        int closed = Lane.closed; // safe: all lanes joined
        System.out.printf("passed=%d cents=%d refunds=%d lanes=%d/%d%n", passed, cents, refunds, opened, closed);
    }
}
