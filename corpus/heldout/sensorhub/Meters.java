package heldout.sensorhub;

final class Meters {

    private Meters() {
    }

    /** Limits the values, leaves the locking to the base class. */
    static class ClampedMeter extends Meter {
        private final double max;
        private int calibrations;

        ClampedMeter(String unit, double max) {
            super(unit);
            this.max = max;
        }

        @Override
        void record(double value) {
            double v = Math.min(value, max); // safe: final field
            super.record(v);
        }

        @Override
        protected void onCalibrated(double by) {
            calibrations++; // safe: the only caller holds the monitor
        }

        synchronized int calibrations() {
            return calibrations; // safe: monitor of this meter
        }
    }

    /** Also keeps the highest value. */
    static class PeakMeter extends Meter {
        private double peak;

        PeakMeter(String unit) {
            super(unit);
        }

        @Override
        void record(double value) {
            super.record(value);
            if (value > peak) { // race:peak
                peak = value; // race:peak,peak-shown
            }
        }

        synchronized double peak() {
            return peak; // race:peak-shown
        }

        @Override
        double mean() {
            return Math.round(super.mean() * 10) / 10.0;
        }
    }

    /** Meant for high rates: no locking. */
    static class FastMeter extends Meter {
        FastMeter(String unit) {
            super(unit);
        }

        @Override
        void record(double value) {
            samples++; // race:samples
            sum += value; // race:sum
        }
    }
}
