package order.rendezvous;

import java.util.concurrent.SynchronousQueue;

/** A ferry takes cars one by one through a SynchronousQueue; the tickets are counted by both sides. */
public final class Main {
    static final class Car {
        private String plate;
        private int passengers;
        private boolean paid;
    }

    private static int tickets;
    private static int boarded;
    private static int waiting = 4;

    public static void main(String[] args) throws InterruptedException {
        SynchronousQueue<Car> ramp = new SynchronousQueue<>();
        Thread ferry = new Thread(() -> {
            try {
                for (int i = 0; i < 4; i++) {
                    Car car = ramp.take();
                    boarded += car.passengers; // safe: taken after put
                    car.paid = car.plate != null; // safe: main has given it away
                    tickets++; // race:tickets
                    waiting--; // race:waiting
                }
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }, "ferry");
        ferry.start();
        Car last = null;
        for (int i = 0; i < 4; i++) {
            Car car = new Car();
            car.plate = "ZH " + i; // safe: before put
            car.passengers = i; // safe: before put
            ramp.put(car);
            tickets += 2; // race:tickets
            last = car;
        }
        int left = waiting; // race:waiting
        ferry.join();
        System.out.println(boarded + " " + last.paid); // safe: after join
        if (left > 4 || tickets < 0) { // safe: after join
            throw new AssertionError();
        }
    }
}
