package heldout.particles;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.DoubleSummaryStatistics;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.LongAdder;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** A little particle simulation on a torus that steps its particles in parallel. */
public class Main {
    enum Kind { LIGHT, HEAVY, FIXED }

    static final class Particle {
        final int id;
        final Kind kind;
        private double x;
        private double y;
        private double speed;
        private int wraps;
        private final List<String> trail = new ArrayList<>();

        Particle(int id, Kind kind) {
            this.id = id;
            this.kind = kind;
            this.x = id % 100;
            this.y = id / 100.0;
            this.speed = kind == Kind.FIXED ? 0 : 1.0 / (1 + id % 5);
        }

        void step(double[] field) {
            speed += field[(int) x] * 0.01; // safe: own particle; the field is only read in this phase
            x += kind == Kind.FIXED ? 0 : speed; // safe: each particle is stepped by one task
            if (x >= 100 || x < 0) {
                x = Math.floorMod((int) x, 100); // safe: own particle
                wraps++; // safe: own particle
                trail.add("wrap " + wraps); // safe: own particle's list
            }
        }
    }

    private final List<Particle> particles;
    private double[] field = new double[100];
    private double[] nextField = new double[100];
    private final LongAdder steps = new LongAdder();
    private int round;

    Main(int n) {
        particles = IntStream.range(0, n)
                .parallel()
                .mapToObj(i -> new Particle(i, Kind.values()[i % 3])) // safe: new objects only
                .collect(Collectors.toList());
    }

    private void round() {
        particles.parallelStream().forEach(p -> {
            p.step(field);
            steps.increment();
        });
        int[] load = new int[100];
        for (Particle p : particles) {
            load[(int) p.x]++; // safe: main only, after the parallel phase
        }
        Arrays.parallelSetAll(nextField, i -> (load[i] - load[(i + 99) % 100] + field[i]) * 0.001); // safe: reads the other buffer
        double[] swap = field; // safe: main only, between the phases
        field = nextField; // safe: main only, between the phases
        nextField = swap;
        round++; // safe: main only
    }

    private Map<Kind, DoubleSummaryStatistics> speeds() {
        return particles.parallelStream().collect(Collectors.groupingBy(p -> p.kind,
                () -> new EnumMap<>(Kind.class), Collectors.summarizingDouble(p -> p.speed))); // safe: a map per task, particles only read
    }

    private List<Integer> fastest(double limit) {
        List<Integer> ids = Collections.synchronizedList(new ArrayList<>());
        particles.parallelStream().filter(p -> p.speed > limit).forEach(p -> ids.add(p.id)); // safe: synchronized list
        ids.sort(null);
        return ids;
    }

    private void jitter() {
        Object lock = new Object();
        double[] extent = {0}; 
        particles.parallelStream().forEach(p -> {
            double amount = ThreadLocalRandom.current().nextDouble(0.001);
            p.y += amount; // safe: own particle
            synchronized (lock) {
                extent[0] = Math.max(extent[0], amount); // safe: under the lock
            }
        });
        System.out.println("jitter below a thousandth: " + (extent[0] < 0.001)); // safe: after the stream
    }

    public static void main(String[] args) {
        Main world = new Main(3000);
        for (int i = 0; i < 20; i++) {
            world.round();
        }
        world.jitter();
        System.out.println(world.round + " rounds, " + world.steps.sum() + " steps");
        world.speeds().forEach((kind, s) -> System.out.printf("%s mean %.3f%n", kind, s.getAverage()));
        System.out.println(world.fastest(0.5).size() + " fast");
        StringBuilder trails = new StringBuilder();
        world.particles.stream().filter(p -> !p.trail.isEmpty()).limit(3)
                .forEachOrdered(p -> trails.append(p.id).append(p.trail).append(' ')); // safe: sequential stream
        System.out.println(trails);
    }
}
