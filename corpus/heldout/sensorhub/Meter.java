package heldout.sensorhub;

abstract class Meter {

    protected final String unit;
    protected int samples;
    protected double sum;
    private double offset;

    Meter(String unit) {
        this.unit = unit;
    }

    synchronized void record(double value) {
        samples++; // safe: monitor of this meter; FastMeter never gets here
        sum += value + offset; // safe: monitor of this meter
    }

    synchronized double mean() {
        int n = samples; // race:samples
        double s = sum; // race:sum
        return n == 0 ? 0 : s / n;
    }

    synchronized void calibrate(double by) {
        offset = by; // safe: monitor of this meter
        onCalibrated(by);
    }

    /** Called with the monitor held. */
    protected void onCalibrated(double by) {
    }
}
