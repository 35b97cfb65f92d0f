package loops.allpairs;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/** Magnets pull each other: each iteration reads all others, which may or may not be writing just then. */
public final class Main {
    static final class Magnet {
        double x;
        double y;
        double strength;
        double forceX;
        double forceY;
        double field;
        double nextField;
        int neighbours;

        Magnet(int i) {
            x = i % 8;
            y = i / 8;
            strength = 1 + i % 3;
        }
    }

    static void forces(List<Magnet> magnets) {
        magnets.parallelStream().forEach(magnet -> {
            double fx = 0;
            double fy = 0;
            for (Magnet other : magnets) {
                if (other != magnet) {
                    double dx = other.x - magnet.x; // safe: nobody writes places in this loop
                    double dy = other.y - magnet.y; // safe: nobody writes places in this loop
                    double d = dx * dx + dy * dy + 0.5;
                    fx += dx * other.strength / d; // safe: nobody writes strengths
                    fy += dy * other.strength / d; // safe: nobody writes strengths
                }
            }
            magnet.forceX = fx; // safe: own element, and nobody reads forces in this loop
            magnet.forceY = fy; // safe: own element, and nobody reads forces in this loop
        });
    }

    static void move(List<Magnet> magnets) {
        magnets.parallelStream().forEach(magnet -> {
            magnet.x += magnet.forceX * 0.01; // safe: own element only
            magnet.y += magnet.forceY * 0.01; // safe: own element only
        });
    }

    static void blur(List<Magnet> magnets) {
        magnets.parallelStream().forEach(magnet -> {
            double sum = 0;
            for (Magnet other : magnets) {
                sum += other.field; // race:field
            }
            magnet.field = sum / magnets.size() + 1; // race:field
        });
    }

    static void blurTwice(List<Magnet> magnets) {
        magnets.parallelStream().forEach(magnet -> {
            magnet.nextField = magnets.stream().mapToDouble(other -> other.strength).sum(); // safe: reads something else
        });
        magnets.parallelStream().forEach(magnet -> magnet.strength = magnet.nextField / 64); // safe: a loop of its own
    }

    static void count(List<Magnet> magnets) {
        int size = magnets.size();
        IntStream.range(0, size).parallel().forEach(i -> {
            Magnet magnet = magnets.get(i);
            for (int j = i + 1; j < size; j++) {
                Magnet other = magnets.get(j);
                if (Math.abs(other.x - magnet.x) < 1.5) { // safe: nobody writes places in this loop
                    magnet.neighbours++; // race:neighbours
                    other.neighbours++; // race:neighbours
                }
            }
        });
    }

    public static void main(String[] args) {
        List<Magnet> magnets = new ArrayList<>();
        for (int i = 0; i < 64; i++) {
            magnets.add(new Magnet(i));
        }
        for (int step = 0; step < 3; step++) {
            forces(magnets);
            move(magnets);
        }
        blur(magnets);
        blurTwice(magnets);
        count(magnets);
        System.out.printf(java.util.Locale.ROOT, "%.3f %.3f%n", magnets.get(0).x, magnets.get(0).strength); // safe: the loops have ended
        if (magnets.get(5).neighbours < 0 || magnets.get(5).field < 0) { // safe: the loops have ended
            throw new AssertionError();
        }
    }
}
