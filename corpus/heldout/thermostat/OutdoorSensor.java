package heldout.thermostat;

/** Smoothes its values. */
final class OutdoorSensor extends Sensor {
    private double smooth;

    OutdoorSensor(Hub hub) {
        super("outdoor", hub);
    }

    @Override
    protected double measure(int tick) {
        return 5 - tick % 4;
    }

    @Override
    protected void store(double value) {
        smooth = (3 * smooth + value) / 4; // safe: this thread alone
        last = smooth; // race:outdoorLast
        samples++; // safe: read after join only
    }
}
