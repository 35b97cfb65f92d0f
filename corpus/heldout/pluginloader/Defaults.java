package heldout.pluginloader;

import java.util.ArrayList;
import java.util.List;

/** Lazily created by class initialisation. */
final class Defaults {
    private List<String> formats = new ArrayList<>();
    private int timeoutMillis;
    private static int served;

    private Defaults() {
        formats.add("pdf"); // safe: runs in the class initialiser of Holder
        formats.add("csv"); // safe: same
        timeoutMillis = 250; // safe: same
    }

    private static final class Holder {
        static Defaults value = new Defaults(); // safe: class initialisation
    }

    static Defaults get() {
        served++; // race:served
        return Holder.value; // safe: ordered by class initialisation
    }

    String format(int i) {
        return formats.get(i % formats.size()); // safe: never changed after class initialisation
    }

    int timeout() {
        return timeoutMillis; // safe: never changed after class initialisation
    }

    static int served() {
        return served; // safe: main calls it after the joins
    }
}
