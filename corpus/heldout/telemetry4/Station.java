package heldout.telemetry4;

class Station {
    volatile boolean ready;
    int gain;
    private long sum;
    private int peak;
    private int frames;

    void calibrate(int g) {
        gain = g; // safe: followed by the volatile write of ready
        frames = 8; // safe: followed by the volatile write of ready
        ready = true;
    }

    void awaitReady() {
        while (!ready) {
            Thread.onSpinWait();
        }
    }

    int gain() {
        return gain; // safe: probes have seen ready == true
    }

    int frames() {
        return frames; // safe: probes have seen ready == true
    }

    void record(int value) {
        synchronized (this) {
            sum += value; // race:sum
        }
        if (value > peak) { // race:peak
            peak = value; // race:peak,early
        }
    }

    long roughSum() {
        return sum; // race:sum
    }

    synchronized long exactSum() {
        return sum; // safe: holds the monitor that record uses
    }

    int earlyPeak() {
        return peak; // race:early
    }

    int finalPeak() {
        return peak; // safe: called after all probes are joined
    }
}
