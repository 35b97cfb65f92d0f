package heldout.montecarlotwo;

import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.SplittableRandom;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.LongAdder;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import java.util.stream.Stream;

public class Main {
    private static final int N = 100_000;
    private static long hits;
    private static final ThreadLocal<double[]> SCRATCH = ThreadLocal.withInitial(() -> new double[2]);

    private final SplittableRandom fast = new SplittableRandom(99);
    private final Random shared = new Random(99);
    private final Lock lock = new ReentrantLock();
    private double sum;
    private int samples;
    private int ticket;

    static boolean inside(double x, double y) {
        return x * x + y * y <= 1;
    }

    double piWithSharedSplittable() {
        IntStream.range(0, N).parallel().forEach(i -> {
            double x = fast.nextDouble(); // race:fast
            double y = fast.nextDouble(); // race:fast
            if (inside(x, y)) {
                hits++; // race:hits
            }
        });
        return 4.0 * hits / N; // safe: after the loop
    }

    double piWithSharedRandom() {
        LongAdder in = new LongAdder();
        IntStream.range(0, N).parallel().forEach(i -> {
            double x = shared.nextDouble(); // safe: java.util.Random is thread-safe
            double y = shared.nextDouble(); // safe: java.util.Random is thread-safe
            if (inside(x, y)) {
                in.increment(); // safe: LongAdder
            }
        });
        return 4.0 * in.sum() / N;
    }

    double piWithSplits() {
        long in = new SplittableRandom(4).splits(N).parallel()
                .filter(r -> inside(r.nextDouble(), r.nextDouble())) // safe: each element is a generator of its own
                .count();
        return 4.0 * in / N;
    }

    double piWithScratch() {
        long in = LongStream.range(0, N).parallel().filter(i -> {
            double[] xy = SCRATCH.get();
            xy[0] = ThreadLocalRandom.current().nextDouble(); // safe: one buffer per thread
            xy[1] = ThreadLocalRandom.current().nextDouble(); // safe: one buffer per thread
            return inside(xy[0], xy[1]);
        }).count();
        return 4.0 * in / N;
    }

    double integrate() {
        IntStream.range(0, N).parallel().mapToDouble(i -> (i + 0.5) / N).forEach(x -> {
            double y = Math.sqrt(1 - x * x);
            lock.lock();
            try {
                sum += y; // safe: holds lock
            } finally {
                lock.unlock();
            }
            samples++; // race:samples
        });
        return 4 * sum / N; // safe: after the loop
    }

    int[] dice() {
        int[] faces = new int[6];
        new Random(1).ints(N, 0, 6).parallel().forEach(f -> faces[f]++); // race:faces
        int[] control = new int[6];
        new Random(1).ints(N, 0, 6).forEach(f -> control[f]++); // safe: sequential
        System.out.println("dice " + Arrays.toString(faces) + " of " + Arrays.toString(control));
        return faces;
    }

    List<Integer> tickets() {
        return Stream.generate(() -> ticket++) // race:ticket
                .parallel()
                .limit(2000)
                .collect(Collectors.toList());
    }

    List<Integer> steps() {
        int[] applied = {0};
        List<Integer> walk = Stream.iterate(1, v -> {
            applied[0]++; // safe: iterate applies its function in order
            return (v * 31 + 7) % 1009;
        }).parallel().limit(500).collect(Collectors.toList());
        System.out.println("walk of " + walk.size());
        return walk;
    }

    public static void main(String[] args) {
        Main m = new Main();
        System.out.printf("%.2f %.2f %.2f %.2f%n", m.piWithSharedSplittable(), m.piWithSharedRandom(), m.piWithSplits(), m.piWithScratch());
        System.out.printf("%.4f from %d%n", m.integrate(), m.samples); // safe: after the loop
        m.dice();
        System.out.println(m.tickets().stream().distinct().count() + " distinct tickets");
        m.steps();
    }
}
