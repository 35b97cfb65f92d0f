package kernels;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Runs one kernel again and again with two threads, and prints the best times of a round: wall and CPU of
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
        for (int i = 0; i < THREADS; i++) {
            int id = i;
            threads[i] = new Thread(() -> {
                try {
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

    public static void main(String[] args) throws Exception {
        Kernel kernel = all().get(args[0]);
        int warm = Integer.parseInt(args[1]);
        int measured = Integer.parseInt(args[2]);
        long bestWall = Long.MAX_VALUE;
        long bestCpu = Long.MAX_VALUE;
        long result = 0;
        for (int i = 0; i < warm + measured; i++) {
            long wall = System.nanoTime();
            result = round(kernel);
            wall = System.nanoTime() - wall;
            if (i >= warm) {
                bestWall = Math.min(bestWall, wall);
                bestCpu = Math.min(bestCpu, cpu[0] + cpu[1]);
            }
        }
        Runtime runtime = Runtime.getRuntime();
        // Whatever cleans up after a collection gets the chance to do so.
        System.gc();
        round(kernel);
        System.gc();
        long heap = runtime.totalMemory() - runtime.freeMemory();
        System.out.println(bestWall / 1000 + " " + bestCpu / 1000 + " " + heap / 1024 + " " + result);
    }
}
