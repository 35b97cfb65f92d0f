package heldout.telemetry2;

/** Base of everything that can be sampled. */
abstract class Probe<T extends Number> {
    protected final String name;
    protected double last;
    protected long stamp;
    private int updates;
    private final double[] limits;

    protected Probe(String name, double... limits) {
        this.name = name;
        this.limits = limits;
        this.last = Double.NaN; // safe: before the probe is shared
    }

    abstract double convert(T raw);

    void accept(T raw, long when) {
        double v = convert(raw);
        last = v; // race:last
        stamp = when; // race:stamp
        updates++; // safe: feeding thread only, main reads it after join
        double ceiling = limits[1]; // race:limit
        if (v > ceiling) {
            System.out.println(name + " over limit: " + v);
        }
    }

    double last() {
        return last; // race:last
    }

    long stamp() {
        return stamp; // race:stamp
    }

    int updates() {
        return updates; // safe: after join
    }

    double floor() {
        return limits[0]; // safe: the tuned element is index 1
    }
}
