package heldout.weather;

final class Station {
    final String name;
    final double raw;
    double corrected;
    double smoothed;
    Station neighbour;
    int asked;

    Station(String name, double raw) {
        this.name = name;
        this.raw = raw;
    }

    void correct(double offset) {
        corrected = raw + offset; // safe: each station is an element of its own
    }

    /** Asks the neighbour, too. */
    Station smooth() {
        smoothed = (corrected + neighbour.corrected) / 2; // safe: no station is corrected any more
        neighbour.asked++; // safe: each station is the neighbour of one other only (false alarm: that each station is the neighbour of one other only is not known)
        return this;
    }
}
