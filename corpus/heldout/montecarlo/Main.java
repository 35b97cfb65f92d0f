package heldout.montecarlo;

import java.util.Arrays;
import java.util.Random;
import java.util.SplittableRandom;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.DoubleAdder;
import java.util.stream.IntStream;
import java.util.stream.LongStream;

/** Prices a barrier option and estimates pi by simulation while a ticker shows the progress. */
public class Main {

    static class Pricer {
        final double spot = 100;
        final double barrier = 125;
        final SplittableRandom noise = new SplittableRandom(99);
        final DoubleAdder payoffSum = new DoubleAdder();
        final AtomicInteger finished = new AtomicInteger();
        double latestPayoff;
        int knockedOut;

        double path(SplittableRandom rnd) {
            double s = spot;
            for (int step = 0; step < 50; step++) {
                s *= 1 + (rnd.nextDouble() - 0.5) * 0.04; // safe: the caller passes a generator of its own
                if (s > barrier) {
                    synchronized (this) {
                        knockedOut++; // safe: guarded by this
                    }
                    return 0;
                }
            }
            return Math.max(0, s - spot);
        }

        double[] price(int paths) {
            double[] payoffs = new double[paths];
            Arrays.parallelSetAll(payoffs, i -> {
                double p = path(new SplittableRandom(i)) + noise.nextDouble() * 1e-6; // race:noise
                payoffSum.add(p);
                latestPayoff = p; // race:latest
                finished.incrementAndGet();
                return p; // safe: parallelSetAll stores into one slot per index
            });
            return payoffs;
        }

        String progress() {
            return finished.get() + " paths, latest " + latestPayoff; // race:latest
        }

        synchronized int knocked() {
            return knockedOut; // safe: guarded by this
        }
    }

    static double piByCapturedArray(int n) {
        long[] hits = new long[1];
        IntStream.range(0, n).parallel().forEach(i -> {
            double x = ThreadLocalRandom.current().nextDouble(); // safe: generator of the current thread
            double y = ThreadLocalRandom.current().nextDouble();
            if (x * x + y * y <= 1) {
                hits[0]++; // race:hits
            }
        });
        return 4.0 * hits[0] / n; // safe: the loop has finished
    }

    static double piByCount(int n, Random shared) {
        long inside = LongStream.range(0, n).parallel().filter(i -> {
            double x = shared.nextDouble(); // safe: java.util.Random is thread-safe
            double y = shared.nextDouble(); // safe: java.util.Random is thread-safe
            return x * x + y * y <= 1;
        }).count();
        return 4.0 * inside / n;
    }

    public static void main(String[] args) throws InterruptedException {
        Pricer pricer = new Pricer();
        Thread ticker = new Thread(() -> {
            try {
                for (int i = 0; i < 3; i++) {
                    System.out.println(pricer.progress());
                    Thread.sleep(10);
                }
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }, "ticker");
        ticker.start();
        double[] payoffs = pricer.price(5000);
        ticker.join();
        Arrays.parallelSort(payoffs); // safe: the simulation is over, the sort joins its own tasks
        System.out.printf("price %.4f, best %.4f, knocked out %d%n",
                pricer.payoffSum.sum() / payoffs.length, payoffs[payoffs.length - 1], pricer.knocked());
        System.out.printf("pi %.3f %.3f%n", piByCapturedArray(50_000), piByCount(50_000, new Random(5)));
    }
}
