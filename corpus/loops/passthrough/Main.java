package loops.passthrough;

import java.util.ArrayList;
import java.util.List;

/** A tool that hands back what it is given, called with what each iteration has for itself and with what all share. */
public final class Main {
    static final class Sheep {
        int wool;
        int shorn;
    }

    /** Anybody's methods, on one object that all iterations use. */
    public static class Shears {
        public Sheep hold(Sheep sheep) {
            return sheep;
        }

        public Sheep first(Sheep one, Sheep other) {
            return one;
        }

        public Sheep fatter(Sheep one, Sheep other) {
            return one.wool >= other.wool ? one : other; // race:wool
        }
    }

    private static final Sheep RAM = new Sheep();

    public static void main(String[] args) {
        List<Sheep> flock = new ArrayList<>();
        for (int i = 0; i < 50; i++) {
            flock.add(new Sheep());
        }
        Shears shears = new Shears();
        flock.parallelStream().forEach(sheep -> {
            Sheep held = shears.hold(sheep);
            held.wool = 1; // safe: each has its own sheep
            held.shorn++; // safe: as above
            Sheep again = shears.first(sheep, RAM);
            again.wool++; // safe: the first one is its own
            Sheep leader = shears.hold(RAM);
            if (leader.shorn > 0) { // safe: nobody shears the ram
                throw new IllegalStateException();
            }
        });
        flock.parallelStream().forEach(sheep -> {
            Sheep fat = shears.fatter(sheep, RAM);
            fat.wool++; // race:wool
        });
        System.out.println(RAM.wool + flock.get(0).wool); // safe: the loops are over
    }
}
