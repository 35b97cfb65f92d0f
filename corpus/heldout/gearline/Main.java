package heldout.gearline;

import java.util.EnumMap;
import java.util.EnumSet;
import java.util.Map;
import java.util.Set;

public class Main {

    static class Gear {
        private static int nextSerial = 1000;
        private static int created;
        final int serial;
        int grams;

        Gear(int grams) {
            this.serial = nextSerial++; // race:serial
            this.grams = grams; // safe: a new object of this crew
            countCreated();
        }

        private static synchronized void countCreated() {
            created++; // safe: class lock
        }

        static synchronized int created() {
            return created; // safe: class lock
        }
    }

    static class Crew extends Thread {
        static final Map<Station, Integer> SCRAP = new EnumMap<>(Station.class);
        private static final Set<Station> HEAVY = EnumSet.of(Station.CUT, Station.WELD);

        private final Station[] route;
        private final int[] blanks;
        private int shipped;

        Crew(String name, int[] blanks, Station... route) {
            super(name);
            this.blanks = blanks;
            this.route = route; // safe: every crew gets an array of its own
        }

        @Override
        public void run() {
            for (int blank : blanks) {
                Gear gear = new Gear(blank);
                for (Station s : route) {
                    gear.grams = s.handle(gear.grams); // safe: the gear is local to the crew
                    if (HEAVY.contains(s) && gear.grams > 50) { // safe: the set is never changed
                        SCRAP.merge(s, 1, Integer::sum); // race:scrap
                    }
                }
                shipped++; // safe: own field of the crew, read after join
            }
        }

        int shipped() {
            return shipped;
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Crew rough = new Crew("rough", new int[] {40, 55, 61}, Station.CUT, Station.WELD);
        Crew finishing = new Crew("finishing", new int[] {58, 47, 52}, Station.WELD, Station.PAINT);
        rough.start();
        finishing.start();
        rough.join();
        finishing.join();
        for (Station s : Station.values()) {
            System.out.println(s + ": " + s.handled() + " handled, " + s.weight() + " g, "
                    + s.busyMinutes() + " min, coats " + s.coats); // safe: after join
        }
        System.out.println("scrap " + Crew.SCRAP); // safe: after join
        System.out.println(Gear.created() + " gears, next serial " + Gear.nextSerial); // safe: after join
        System.out.println("shipped " + (rough.shipped() + finishing.shipped()));
    }
}
