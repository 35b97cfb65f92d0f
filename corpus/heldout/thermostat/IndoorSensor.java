package heldout.thermostat;

final class IndoorSensor extends Sensor {
    IndoorSensor(Hub hub) {
        super("indoor", hub);
    }

    @Override
    protected double measure(int tick) {
        return 20 + tick % 3;
    }
}
