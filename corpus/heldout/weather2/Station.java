package heldout.weather2;

import java.util.ArrayList;
import java.util.List;

class Station {
    final String name;
    final List<Double> history = new ArrayList<>();
    double temperature;
    double offset;
    int samples;
    int reports;
    volatile int windKmh;
    private int altitude;

    Station(String name) {
        this.name = name;
    }

    void setAltitude(int metres) {
        altitude = metres; // safe: called before anything is scheduled
    }

    /** Runs periodically. */
    void sample() {
        double raw = 15.0 - altitude * 0.0065; // safe: written before scheduling
        double correction = offset; // race:offset
        double t = raw + correction + samples % 5; // safe: same periodic task, runs are ordered
        temperature = t; // race:temp
        samples++; // race:samples
        history.add(t); // safe: only this periodic task, successive runs are ordered
        windKmh = 10 + history.size() % 7; // safe: volatile
    }

    /** Runs periodically. */
    void report() {
        double t = temperature; // race:temp
        int wind = windKmh; // safe: volatile
        reports++; // safe: only this periodic task, successive runs are ordered
        System.out.printf("%s: %.1f C, wind %d km/h%n", name, t, wind);
    }

    /** Runs once. */
    double calibrate() {
        double reference = -4.2;
        offset = 0.35; // race:offset
        return reference;
    }
}
