package heldout.kmeans;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.DoubleSummaryStatistics;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.concurrent.atomic.DoubleAdder;
import java.util.stream.Collectors;

public class Main {
    private static final int K = 5;
    private static long distanceCalls;

    private final List<Point> points = new ArrayList<>();
    private final double[] cx = new double[K];
    private final double[] cy = new double[K];
    private double[] sumX;
    private double[] sumY;
    private AtomicIntegerArray members;
    private boolean changed;
    private double worst;

    Main(int n) {
        Random rnd = new Random(17);
        for (int i = 0; i < n; i++) {
            double gx = (i % K) * 10;
            points.add(new Point(gx + rnd.nextGaussian(), gx / 2 + rnd.nextGaussian()));
        }
        for (int k = 0; k < K; k++) {
            cx[k] = points.get(k).x; // safe: no loop runs yet
            cy[k] = points.get(k).y;
        }
    }

    private double distance(Point p, int k) {
        distanceCalls++; // race:distanceCalls
        double dx = p.x - cx[k]; // safe: centroids only move between the loops
        double dy = p.y - cy[k];
        return Math.sqrt(dx * dx + dy * dy);
    }

    private int nearest(Point p) {
        int best = 0;
        double bestDist = Double.MAX_VALUE;
        for (int k = 0; k < K; k++) {
            double d = distance(p, k);
            if (d < bestDist) {
                bestDist = d;
                best = k;
            }
        }
        return best;
    }

    private void assign() {
        changed = false; // safe: before the loop
        points.parallelStream().forEach(p -> {
            int best = nearest(p);
            if (p.cluster != best) { // safe: own element
                p.cluster = best; // safe: own element
                changed = true; // race:changed
            }
        });
    }

    private void update() {
        sumX = new double[K];
        sumY = new double[K];
        members = new AtomicIntegerArray(K);
        points.parallelStream().forEach(p -> {
            int k = p.cluster; // safe: nobody writes clusters in this loop
            sumX[k] += p.x; // race:sumX
            synchronized (points) {
                sumY[k] += p.y; // safe: guarded by points
            }
            members.incrementAndGet(k); // safe: atomic
        });
        Arrays.parallelSetAll(cx, k -> sumX[k] / Math.max(1, members.get(k))); // safe: own index, sums are complete
        Arrays.parallelSetAll(cy, k -> sumY[k] / Math.max(1, members.get(k))); // safe: own index, sums are complete
    }

    private double inertia() {
        DoubleAdder total = new DoubleAdder();
        worst = 0;
        points.stream().parallel().mapToDouble(p -> distance(p, p.cluster)).forEach(d -> {
            total.add(d * d); // safe: DoubleAdder
            worst = Math.max(worst, d); // race:worst
        });
        return total.sum();
    }

    void run() {
        int rounds = 0;
        do {
            assign();
            update();
            rounds++;
        } while (changed && rounds < 12); // safe: assign has ended
        double inertia = inertia();
        System.out.printf("rounds=%d inertia=%.1f worst=%.2f%n", rounds, inertia, worst); // safe: loops are over
        Map<Integer, DoubleSummaryStatistics> perCluster = points.parallelStream()
                .collect(Collectors.groupingBy(p -> p.cluster, Collectors.summarizingDouble(p -> p.x))); // safe: containers per task
        perCluster.forEach((k, s) -> System.out.printf("%d: %d points, x in [%.1f, %.1f]%n", k, s.getCount(), s.getMin(), s.getMax()));
        System.out.println("distance calls: " + distanceCalls); // safe: loops are over
    }

    public static void main(String[] args) {
        new Main(4000).run();
    }
}
