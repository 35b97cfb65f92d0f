package heldout.thermostat;

/** One hub for each floor, all of them counting together. */
final class Hub {
    private static long received;
    private static double warmest;
    private double sum;

    void accept(double value) {
        synchronized (Hub.class) {
            received++; // safe: under the class
        }
        synchronized (this) {
            sum += value; // safe: under this
            if (value > warmest) { // race:warmest
                warmest = value; // race:warmest
            }
        }
    }

    static synchronized long received() {
        return received; // safe: under the class
    }

    synchronized double sum() {
        return sum; // safe: under this
    }
}
