package heldout.parkinggarage;

public class Main {

    static class Car extends Thread {
        private final Garage garage;
        private final String plate;

        Car(Garage garage, String plate) {
            super("car-" + plate);
            this.garage = garage;
            this.plate = plate;
        }

        @Override
        public void run() {
            for (int visit = 0; visit < 4; visit++) {
                if (garage.enter()) {
                    pay(250 + visit * 50);
                    garage.leave();
                }
            }
        }

        private void pay(long cents) {
            synchronized (garage.getLedgerLock()) {
                garage.addRevenue(cents);
                garage.getLog().add(plate + " paid " + cents); // race:log
            }
        }
    }

    static class Manager extends Thread {
        private final Garage garage;
        private int entriesSeen;

        Manager(Garage garage) {
            this.garage = garage;
        }

        @Override
        public void run() {
            garage.replaceBarrier();
            System.out.println("so far " + garage.revenue());
            synchronized (garage.getLog()) {
                entriesSeen = garage.getLog().size(); // race:log
            }
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Garage garage = new Garage(2);
        Car[] cars = {new Car(garage, "B-12"), new Car(garage, "K-77"), new Car(garage, "M-03")};
        Manager manager = new Manager(garage);
        for (Car c : cars) {
            c.start();
        }
        manager.start();
        for (Car c : cars) {
            c.join();
        }
        manager.join();
        System.out.println("free " + garage.freePlaces());
        System.out.println("revenue " + garage.revenue());
        System.out.println("manager saw " + manager.entriesSeen); // safe: manager joined
        for (String line : garage.getLog()) { // safe: everybody joined
            System.out.println(line);
        }
    }
}
