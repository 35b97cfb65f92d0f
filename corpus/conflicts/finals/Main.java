package conflicts.finals;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** Final fields are safe for whoever gets the object after its constructor, and for nobody else. */
public class Main {

    static class Harbour implements Runnable {
        private final List<Buoy> buoys = new CopyOnWriteArrayList<>(); // safe: written before anybody knows the harbour
        private final Thread watch;

        Harbour() {
            watch = new Thread(this, "watch"); // safe: it is not started yet
        }

        void add(Buoy buoy) {
            buoys.add(buoy); // safe: a list that can be shared
        }

        @Override
        public void run() {
            int sum = 0;
            for (int round = 0; round < 200; round++) {
                for (Buoy buoy : buoys) {
                    sum += buoy.light();
                }
            }
            System.out.println("lights " + (sum >= 0));
        }
    }

    interface Buoy {
        int light();
    }

    /** Is known to the watch before all of it is there. */
    static class Hasty implements Buoy {
        private final String name;
        private final int period;

        Hasty(Harbour harbour, String name, int period) {
            this.name = name; // safe: before it is known
            harbour.add(this);
            this.period = period; // race:period
        }

        @Override
        public int light() {
            return name.length() + period; // race:period
        }
    }

    /** The same, but for the constructor of the class above it, which does what the one below cannot see. */
    static class Anchored implements Buoy {
        Anchored(Harbour harbour) {
            harbour.add(this);
        }

        @Override
        public int light() {
            return 0;
        }
    }

    static class Chained extends Anchored {
        private final int links;

        Chained(Harbour harbour, int links) {
            super(harbour);
            this.links = links; // race:links
        }

        @Override
        public int light() {
            return links; // race:links
        }
    }

    /** Has all its fields when somebody else makes it known. */
    static class Patient implements Buoy {
        private final int period;
        private final Buoy shield;

        Patient(int period) {
            this.period = period; // safe: add comes after the constructor
            this.shield = () -> 1 + this.period; // safe: what it gives itself to is a part of it
        }

        @Override
        public int light() {
            return period + shield.light(); // safe: final, and there before it was known
        }
    }

    /** Makes itself known when it has all of its fields. */
    static class Finished implements Buoy {
        private final int period;

        Finished(Harbour harbour, int period) {
            this.period = period; // safe: before it is known
            harbour.add(this);
        }

        @Override
        public int light() {
            return period; // safe: final, and there before it was known
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Harbour harbour = new Harbour();
        harbour.watch.start();
        new Hasty(harbour, "north", 3);
        new Chained(harbour, 12);
        new Finished(harbour, 5);
        harbour.add(new Patient(7));
        harbour.watch.join();
    }
}
