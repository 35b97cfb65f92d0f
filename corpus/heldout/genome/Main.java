package heldout.genome;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.BrokenBarrierException;
import java.util.concurrent.Callable;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.atomic.AtomicInteger;

/** Counts bases on a work-stealing pool, then lets two strands exchange windows in lock step. */
public class Main {

    static class LabFactory implements ThreadFactory {
        private final AtomicInteger next = new AtomicInteger(1);

        @Override
        public Thread newThread(Runnable r) {
            Thread t = new Thread(r, "lab-" + next.getAndIncrement());
            t.setDaemon(true);
            return t;
        }
    }

    /** One strand; both strands write their own lane and read the other's after the barrier. */
    static class Strand implements Callable<Integer> {
        private final int side;
        private final char[][] lanes;
        private final CyclicBarrier barrier;
        private final String dna;
        private int matches;

        Strand(int side, char[][] lanes, CyclicBarrier barrier, String dna) {
            this.side = side;
            this.lanes = lanes;
            this.barrier = barrier;
            this.dna = dna;
        }

        @Override
        public Integer call() throws InterruptedException, BrokenBarrierException {
            for (int round = 0; round < 6; round++) {
                int from = (round * 2 + side) * 20;
                lanes[side] = dna.substring(from, from + 20).toCharArray(); // safe: partner reads between the barriers
                barrier.await();
                char[] other = lanes[1 - side]; // safe: after the first barrier, before the second
                for (int i = 0; i < other.length; i++) {
                    if (other[i] == lanes[side][i]) { // safe: nobody writes between the barriers
                        matches++; // safe: own field
                    }
                }
                barrier.await();
            }
            return matches;
        }
    }

    private static final Map<String, Integer> MOTIFS = new HashMap<>();

    private static int[] histogram(String dna, int from, int to) {
        int[] h = new int[4];
        for (int i = from; i < to; i++) {
            h["ACGT".indexOf(dna.charAt(i))]++; // safe: local array
            if (i + 3 <= to) {
                String codon = dna.substring(i, i + 3);
                synchronized (MOTIFS) {
                    MOTIFS.merge(codon, 1, Integer::sum); // safe: under the MOTIFS lock
                }
            }
        }
        return h;
    }

    public static void main(String[] args) throws InterruptedException, ExecutionException {
        Random rnd = new Random(42);
        StringBuilder sb = new StringBuilder();
        for (int i = 0; i < 800; i++) {
            sb.append("ACGT".charAt(rnd.nextInt(4)));
        }
        String dna = sb.toString();

        ExecutorService stealing = Executors.newWorkStealingPool(2);
        List<Callable<int[]>> parts = new ArrayList<>();
        for (int from = 0; from < dna.length(); from += 100) {
            int start = from;
            parts.add(() -> histogram(dna, start, start + 100));
        }
        int[] total = new int[4];
        for (Future<int[]> f : stealing.invokeAll(parts)) {
            int[] h = f.get();
            for (int b = 0; b < 4; b++) {
                total[b] += h[b]; // safe: the part is complete, total is main's
            }
        }
        stealing.shutdown();
        System.out.printf("A%d C%d G%d T%d%n", total[0], total[1], total[2], total[3]);
        System.out.println("motifs " + new TreeMap<>(MOTIFS).size()); // safe: all parts complete

        ExecutorService lab = Executors.newFixedThreadPool(2, new LabFactory());
        char[][] lanes = new char[2][];
        CyclicBarrier barrier = new CyclicBarrier(2);
        Strand plus = new Strand(0, lanes, barrier, dna);
        Strand minus = new Strand(1, lanes, barrier, dna);
        Future<Integer> p = lab.submit(plus);
        Future<Integer> m = lab.submit(minus);
        System.out.println("plus " + p.get());
        m.get();
        System.out.println("minus " + minus.matches); // safe: its future was waited for
        lab.shutdown();
    }
}
