package kernels;

import java.util.ArrayList;
import java.util.List;

/** Random walks; each path is an object with its own generator, results go into a locked list. */
final class MonteCarlo implements Kernels.Kernel {
    private static final int PATHS = 12000;
    private static final int STEPS = 250;

    static final class Path {
        private long seed;
        private double value = 100;

        Path(long seed) {
            this.seed = seed;
        }

        double next() {
            seed = seed * 6364136223846793005L + 1442695040888963407L;
            return (seed >>> 33) / (double) (1L << 31) - 0.5;
        }

        double walk() {
            for (int i = 0; i < STEPS; i++) {
                value += value * 0.01 * next();
            }
            return value;
        }
    }

    private List<Double> results;

    @Override
    public Kernels.Work prepare() {
        results = new ArrayList<>();
        return thread -> {
            for (int i = thread; i < PATHS; i += Kernels.THREADS) {
                double value = new Path(i).walk();
                synchronized (results) {
                    results.add(value);
                }
            }
        };
    }

    @Override
    public long check() {
        double sum = 0;
        for (double value : results) {
            sum += value;
        }
        return Math.round(sum);
    }
}
