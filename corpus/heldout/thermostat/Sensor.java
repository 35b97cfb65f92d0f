package heldout.thermostat;

/** The template of all sensors: what is measured differs, how it is stored should not. */
abstract class Sensor extends Thread {
    protected double last;
    protected int samples;
    private final Hub hub;
    private int ticks;

    Sensor(String name, Hub hub) {
        super(name);
        this.hub = hub;
    }

    protected abstract double measure(int tick);

    protected synchronized void store(double value) {
        last = value; // safe: under this; the sensor that does without has a method of its own
        samples++; // safe: under this
    }

    synchronized double last() {
        return last; // race:outdoorLast
    }

    synchronized int samples() {
        return samples; // safe: only asked while running of sensors that inherit store
    }

    int ticks() {
        return ticks; // safe: asked after join
    }

    @Override
    public void run() {
        for (int tick = 1; tick <= 20; tick++) {
            ticks = tick; // safe: this thread alone until it has ended
            double value = measure(tick);
            store(value);
            hub.accept(value);
        }
    }
}
