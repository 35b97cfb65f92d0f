package realistic.moldyn;

/** Sums for all threads: one under a lock, one by the first thread, one by everybody. */
final class Energy {
    private double kinetic;
    double virial;
    int steps;
    private double hottest;

    synchronized void add(double part) {
        kinetic += part; // safe: under this
    }

    synchronized double kinetic() {
        return kinetic; // safe: under this
    }

    void count(double part, int pairs) {
        virial += part * pairs; // race:virial
        if (part > hottest) { // race:hottest
            hottest = part; // race:hottest
        }
    }

    void step() {
        steps++; // safe: only the first thread
    }

    double scale() {
        return virial > 1e6 ? 0.5 : 1; // race:virial
    }
}
