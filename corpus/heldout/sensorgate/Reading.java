package heldout.sensorgate;

/** Reused carrier: reader fills it, the collector reads it, then it goes back to the pool. */
class Reading {
    private int sensor;
    private int value;
    private boolean urgent;

    void fill(int newSensor, int newValue) {
        sensor = newSensor; // safe: taken from the pool, so nobody else uses the sensor number
        value = newValue; // race:value missed: a reading that is read after it was given back seems to be handed over
        urgent = newValue > 90; // safe: taken from the pool
    }

    int sensor() {
        return sensor; // safe: only the collector asks, before it gives the reading back
    }

    int value() {
        return value; // safe: only the collector asks, before it gives the reading back
    }

    boolean urgent() {
        return urgent; // safe: only the collector asks, before it gives the reading back
    }

    boolean repeats(int other) {
        return value == other; // race:value missed: a reading that is read after it was given back seems to be handed over
    }
}
