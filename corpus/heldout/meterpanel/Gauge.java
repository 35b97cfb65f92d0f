package heldout.meterpanel;

final class Gauge implements Metric {
    private volatile long level;

    void set(long newLevel) {
        level = newLevel; // safe: volatile
    }

    @Override
    public long value() {
        return level; // safe: volatile
    }
}
