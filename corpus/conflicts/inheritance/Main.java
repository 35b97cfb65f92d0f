package conflicts.inheritance;

/** Fields of a superclass and a field of the same name below it; overridden methods that lock and that do not. */
public final class Main {
    abstract static class Vehicle implements Runnable {
        protected int distance;
        protected int fuel = 50;
        private int services;
        protected static int built;

        Vehicle() {
            synchronized (Vehicle.class) {
                built++; // safe: under the class
            }
        }

        abstract void drive();

        void service() {
            services++; // race:services
        }

        @Override
        public void run() {
            drive();
            service();
        }
    }

    static class Car extends Vehicle {
        private int distance; // hides the one above

        @Override
        void drive() {
            distance += 10; // race:carDistance
            super.distance += 5; // race:vehicleDistance
            fuel--; // race:fuel
        }
    }

    static class Bus extends Vehicle {
        @Override
        synchronized void drive() {
            distance += 20; // safe: under this, for each bus
            fuel -= 2; // safe: under this, for each bus
        }

        @Override
        synchronized void service() {
            fuel = 50; // safe: under this, for each bus
        }
    }

    static final class Taxi extends Car {
        int fares;

        @Override
        void service() {
            synchronized (this) {
                fares++; // safe: under this
            }
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Car car = new Car();
        Bus bus = new Bus();
        Taxi taxi = new Taxi();
        Thread[] threads = {
            new Thread(car), new Thread(car), new Thread(bus), new Thread(bus), new Thread(taxi)
        };
        for (Thread thread : threads) {
            thread.start();
        }
        for (Thread thread : threads) {
            thread.join();
        }
        Vehicle general = bus;
        System.out.println(general.distance + taxi.fares + Vehicle.built); // safe: after join
        if (car.fuel > 50 || car.distance == 0) { // safe: after join
            throw new AssertionError();
        }
    }
}
