package locks.ownstrings;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** Berths of a harbour, locked by their names: equal strings are not the same lock, unless they are interned. */
public class Main {
    static final class Berth {
        final String name;
        int cranes;
        int ships;
        int tons;
        int crew;
        int fees;
        int visits;

        Berth(String name) {
            this.name = name;
        }
    }

    private static final Map<String, Berth> BERTHS = new ConcurrentHashMap<>();
    private static final String OFFICE = "office";

    static void moor(String line) {
        String name = line.split(":")[0];
        Berth berth = BERTHS.computeIfAbsent(name, Berth::new);
        synchronized (name) {
            berth.ships++; // race:ships
        }
        synchronized (berth.name) {
            berth.tons += line.length(); // safe: the string that this berth was made with
        }
        synchronized (name.intern()) {
            berth.crew++; // safe: one string for all that are equal
        }
        synchronized (OFFICE) {
            berth.fees += 5; // safe: one lock for all berths
        }
        Object token = new Object();
        synchronized (token) {
            berth.cranes++; // race:cranes
        }
        synchronized ("visits") {
            berth.visits++; // safe: a constant is one object wherever it is written
        }
    }

    public static void main(String[] args) throws InterruptedException {
        String[] arrivals = {"north:Albatros", "north:Seagull", "south:Heron"};
        Thread[] pilots = new Thread[arrivals.length];
        for (int i = 0; i < pilots.length; i++) {
            String line = arrivals[i];
            pilots[i] = new Thread(() -> moor(line));
            pilots[i].start();
        }
        for (Thread pilot : pilots) {
            pilot.join();
        }
        Berth north = BERTHS.get("north");
        System.out.println(north.ships + north.tons + north.crew + north.fees + north.cranes + north.visits > 0);
    }
}
