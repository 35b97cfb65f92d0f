package kernels;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Runs one kernel again and again with two threads, and prints the median times of a round: wall and CPU of
 * the threads, in microseconds; then the heap in use at the end in KiB, and the result.
 */
public final class Kernels {
    /** A part of the work of a round, done by one of the threads. */
    interface Work {
        void run(int thread) throws Exception;
    }

    /** A kernel prepares its data for a round, and says what the threads do and what came out. */
    interface Kernel {
        Work prepare();

        long check();
    }

    static final int THREADS = 2;

    static Map<String, Kernel> all() {
        Map<String, Kernel> all = new LinkedHashMap<>();
        all.put("sor", new Sor());
        all.put("moldyn", new Moldyn());
        all.put("montecarlo", new MonteCarlo());
        all.put("raytracer", new RayTracer());
        all.put("sparse", new Sparse());
        all.put("lufact", new LuFact());
        all.put("crypt", new Crypt());
        all.put("series", new Series());
        all.put("tsp", new Tsp());
        all.put("nbody", new NBody());
        all.put("quicksort", new QuickSort());
        all.put("hashmap", new OwnHashMap());
        all.put("prodcons", new ProducerConsumer());
        return all;
    }

    private static final ThreadMXBean TIMES = ManagementFactory.getThreadMXBean();
    private static final long[] cpu = new long[THREADS];

    static long round(Kernel kernel) throws Exception {
        Work work = kernel.prepare();
        Thread[] threads = new Thread[THREADS];
        AtomicInteger missing = new AtomicInteger(THREADS);
        for (int i = 0; i < THREADS; i++) {
            int id = i;
            threads[i] = new Thread(() -> {
                try {
                    // All at the same time, each on a core of its own: a short round would be over before the next thread starts.
                    missing.decrementAndGet();
                    while (missing.get() > 0) {
                        Thread.onSpinWait();
                    }
                    work.run(id);
                    cpu[id] = TIMES.getCurrentThreadCpuTime();
                } catch (Exception e) {
                    throw new AssertionError(e);
                }
            });
            threads[i].start();
        }
        for (Thread thread : threads) {
            thread.join();
        }
        return kernel.check();
    }

    /** The best round would be one in which the threads happened to run one after the other. */
    private static long median(long[] times) {
        Arrays.sort(times);
        return times[times.length / 2];
    }

    public static void main(String[] args) throws Exception {
        Kernel kernel = all().get(args[0]);
        int warm = Integer.parseInt(args[1]);
        int measured = Integer.parseInt(args[2]);
        long[] wall = new long[measured];
        long[] both = new long[measured];
        long result = 0;
        for (int i = 0; i < warm + measured; i++) {
            long began = System.nanoTime();
            result = round(kernel);
            if (i >= warm) {
                wall[i - warm] = System.nanoTime() - began;
                both[i - warm] = cpu[0] + cpu[1];
            }
        }
        Runtime runtime = Runtime.getRuntime();
        // Whatever cleans up after a collection gets the chance to do so.
        System.gc();
        round(kernel);
        System.gc();
        long heap = runtime.totalMemory() - runtime.freeMemory();
        System.out.println(median(wall) / 1000 + " " + median(both) / 1000 + " " + heap / 1024 + " " + result);
    }
}
