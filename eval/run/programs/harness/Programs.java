package work;

import java.lang.management.ManagementFactory;

/**
 * Repeats a round of a real program for some seconds to warm up, then for as many seconds as are asked for, and prints as
 * {@code Kernels} does: wall and CPU of a round, in microseconds, the heap in use at the end in KiB, and the result of a round.
 * CPU is that of the whole JVM, with compilers and collector; both are means, since the clock of a process is coarse. A last
 * number says how many rounds were measured.
 */
public final class Programs {
    private static final int LEAST = 3;

    private Programs() {}

    private static long cpu() {
        return ((com.sun.management.OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean())
                .getProcessCpuTime();
    }

    public static void main(String[] args) throws Exception {
        long warm = Long.parseLong(args[0]) * 1_000_000_000L;
        long measured = Long.parseLong(args[1]) * 1_000_000_000L;
        Work work = new Program();
        long result = work.round();
        long start = System.nanoTime();
        for (int i = 0; i < LEAST || System.nanoTime() - start < warm; i++) {
            check(result, work.round());
        }
        start = System.nanoTime();
        long cpu = cpu();
        int rounds = 0;
        while (rounds < LEAST || System.nanoTime() - start < measured) {
            check(result, work.round());
            rounds++;
        }
        cpu = (cpu() - cpu) / rounds;
        long wall = (System.nanoTime() - start) / rounds;
        System.gc();
        check(result, work.round());
        System.gc();
        Runtime runtime = Runtime.getRuntime();
        long heap = runtime.totalMemory() - runtime.freeMemory();
        System.out.println(wall / 1000 + " " + cpu / 1000 + " " + heap / 1024 + " " + result + " " + rounds);
        System.exit(0);
    }

    private static void check(long expected, long result) {
        if (expected != result) {
            throw new IllegalStateException("a round gave " + result + ", and the first one " + expected);
        }
    }
}
