package heldout.parking;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Semaphore;

public final class Main {
    public static void main(String[] args) throws InterruptedException {
        Garage garage = new Garage(3);
        Tariff tariff = new Tariff();
        Semaphore gate = new Semaphore(0);
        List<Car> cars = new ArrayList<>();
        for (int i = 0; i < 6; i++) {
            Car car = new Car("B-" + i, garage, tariff, gate);
            cars.add(car);
            car.start();
        }
        Thread display = new Thread() {
            private int shown;

            @Override
            public void run() {
                for (int i = 0; i < 10; i++) {
                    shown = Math.max(shown, garage.everEntered()); // safe: the display alone
                    Thread.yield();
                }
            }
        };
        display.start();
        tariff.cents = 250; // safe: no car is past the gate
        gate.release(cars.size());
        int peak = garage.peak();
        int income = 0;
        for (Car car : cars) {
            car.join();
            income += car.paid();
        }
        display.join();
        System.out.println("income " + income + ", quiet " + garage.quiet() + ", entered " + garage.everEntered());
        System.out.println(peak <= 3);
    }
}
