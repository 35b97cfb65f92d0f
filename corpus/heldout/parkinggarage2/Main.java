package heldout.parkinggarage2;

/** Simulates the entry gates of a small parking garage. */
public class Main {
    private static final int GATES = 3;
    private static final int CARS_PER_GATE = 5;

    static class Garage {
        private final int capacity;
        private final Object gateLock = new Object();
        private int occupied;
        private int turnedAway;
        private String lastPlate = "none"; // safe: set before any gate starts

        Garage(int capacity) {
            this.capacity = capacity;
        }

        boolean enter(String plate) {
            synchronized (gateLock) {
                if (occupied >= capacity) { // safe: under gateLock
                    return false;
                }
                occupied++; // safe: under gateLock
            }
            lastPlate = plate; // race:plate
            return true;
        }

        void turnAway() {
            turnedAway++; // race:turned
        }

        String display() {
            return "last car: " + lastPlate; // race:plate
        }

        int freeSpaces() {
            synchronized (gateLock) {
                return capacity - occupied; // safe: same gateLock as in enter
            }
        }
    }

    static class Gate extends Thread {
        private final Garage garage;
        private final int number;
        private int admitted;

        Gate(Garage garage, int number) {
            super("gate-" + number);
            this.garage = garage;
            this.number = number;
        }

        @Override
        public void run() {
            for (int i = 0; i < CARS_PER_GATE; i++) {
                String plate = "P" + number + "-" + i;
                if (garage.enter(plate)) {
                    admitted++; // safe: only this gate's own thread writes it
                } else {
                    garage.turnAway();
                }
            }
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Garage garage = new Garage(4);
        Gate[] gates = new Gate[GATES];
        for (int i = 0; i < gates.length; i++) {
            gates[i] = new Gate(garage, i);
            gates[i].start();
        }

        System.out.println("free now: " + garage.freeSpaces());
        System.out.println(garage.display());

        for (Gate gate : gates) {
            gate.join();
        }
        int total = 0;
        for (Gate gate : gates) {
            total += gate.admitted; // safe: gate was joined
        }
        int away = garage.turnedAway; // safe: all gates joined
        System.out.println("admitted " + total + ", turned away " + away);
    }
}
