package locks.methods;

/** A parking garage with synchronized methods, synchronized blocks on this, and a getter that forgot. */
public final class Main {
    static class Garage {
        private int free;
        private int entered;
        private String lastPlate = "";
        private long revenue;

        Garage(int places) {
            free = places; // safe: in the constructor
        }

        synchronized boolean enter(String plate) {
            if (free == 0) { // safe: under this
                return false;
            }
            free--; // race:free
            entered++; // safe: under this, always
            lastPlate = plate; // safe: under this, always
            return true;
        }

        void leave(int minutes) {
            synchronized (this) {
                free++; // race:free
            }
            revenue += minutes; // race:revenue
        }

        int free() {
            return free; // race:free
        }

        String describe() {
            synchronized (this) {
                return lastPlate + entered; // safe: the same monitor as the method's
            }
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Garage garage = new Garage(3);
        Thread[] cars = new Thread[4];
        for (int i = 0; i < cars.length; i++) {
            String plate = "car " + i;
            cars[i] = new Thread(() -> {
                if (garage.enter(plate)) {
                    garage.leave(plate.length());
                }
            });
        }
        for (Thread car : cars) {
            car.start();
        }
        int free = garage.free();
        String text = garage.describe();
        for (Thread car : cars) {
            car.join();
        }
        System.out.println(garage.free + " " + (garage.revenue > 0)); // safe: after join
        if (free > 3 || text == null) {
            throw new AssertionError();
        }
    }
}
