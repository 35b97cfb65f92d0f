package heldout.payretry;

class Breaker {
    private final int limit;
    private int failures;
    private int openUntil;
    private int trips;

    Breaker(int limit) {
        this.limit = limit;
    }

    synchronized void onFailure(int tick) {
        failures++; // safe: monitor of this
        if (failures >= limit) {
            failures = 0; // safe: monitor of this
            trips++; // safe: monitor of this
            openUntil = tick + 2; // race:openUntil
        }
    }

    boolean allows(int tick) {
        return tick >= openUntil; // race:openUntil
    }

    synchronized int trips() {
        return trips; // safe: monitor of this
    }
}
