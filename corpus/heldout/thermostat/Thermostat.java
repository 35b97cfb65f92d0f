package heldout.thermostat;

import java.util.function.DoubleSupplier;

/** Starts to work as soon as it is made. */
final class Thermostat implements Runnable {
    private final Thread worker;
    private double target;
    private double hysteresis;
    private int switched;

    Thermostat(double wanted, DoubleSupplier temperature) {
        hysteresis = 0.5; // safe: set before the worker starts
        source = temperature; // safe: set before the worker starts
        worker = new Thread(this, "thermostat");
        worker.start();
        target = wanted; // race:target
    }

    private DoubleSupplier source;

    @Override
    public void run() {
        for (int i = 0; i < 20; i++) {
            double now = source.getAsDouble(); // safe: set before start
            double limit = target; // race:target
            if (Math.abs(now - limit) > hysteresis) { // safe: set before start
                switched++; // safe: this thread alone until it has ended
            }
        }
    }

    int stop() throws InterruptedException {
        worker.join();
        return switched; // safe: after join
    }
}
