package heldout.parking;

import java.util.concurrent.Semaphore;

final class Car extends Thread {
    private final Garage garage;
    private final Tariff tariff;
    private final Semaphore gate;
    private int paid;

    Car(String plate, Garage garage, Tariff tariff, Semaphore gate) {
        super(plate);
        this.garage = garage;
        this.tariff = tariff;
        this.gate = gate;
    }

    @Override
    public void run() {
        try {
            gate.acquire();
            for (int visit = 0; visit < 5; visit++) {
                int slot = garage.enter();
                paid += tariff.cents; // safe: set before the gate was opened
                garage.leave(slot);
            }
        } catch (InterruptedException e) {
            interrupt();
        }
    }

    int paid() {
        return paid; // safe: asked after join
    }
}
