package heldout.bubblesort;

import java.util.Arrays;
import java.util.concurrent.BrokenBarrierException;
import java.util.concurrent.CyclicBarrier;

/**
 * Bubble sort with one thread per bubble pass, and next to it the odd-even transposition
 * sort in which the threads work in lock step.
 */
public class Main {

    public static void main(String[] args) throws Exception {
        int[] input = {7, 3, 9, 1, 4, 8, 2, 6};

        PassSort passes = new PassSort(input.clone(), 12);
        passes.sort();
        passes.report();

        int[] other = {12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1};
        OddEvenSort oddEven = new OddEvenSort(other, 3);
        oddEven.sort();
        System.out.println("odd-even " + Arrays.toString(other)); // safe: workers joined in sort()
    }

    /** Every thread lets one bubble rise through the whole array. */
    static class PassSort {

        private final int[] data;
        private final int passes;
        private final Object swapLock = new Object();
        private boolean sorted;
        private int swaps;

        PassSort(int[] data, int passes) {
            this.data = data;
            this.passes = passes;
        }

        void sort() throws InterruptedException {
            Thread[] bubbles = new Thread[passes];
            for (int p = 0; p < passes; p++) {
                bubbles[p] = new Bubble(p);
            }
            for (Thread t : bubbles) {
                t.start();
            }
            for (Thread t : bubbles) {
                t.join();
            }
        }

        private void swap(int i) {
            synchronized (swapLock) {
                int tmp = data[i]; // safe: all element writes hold swapLock
                data[i] = data[i + 1]; // race:lower
                data[i + 1] = tmp; // race:upper
                swaps++; // safe: under swapLock
            }
        }

        void report() {
            boolean ok = true;
            for (int i = 0; i + 1 < data.length; i++) {
                ok &= data[i] <= data[i + 1]; // safe: all passes joined
            }
            System.out.println("passes " + Arrays.toString(data) + " swaps " + swaps
                    + (ok ? " ok" : " NOT SORTED")
                    + (sorted ? " (early exit)" : "")); // safe: all passes joined
        }

        private class Bubble extends Thread {

            private boolean moved;

            Bubble(int number) {
                super("bubble-" + number);
            }

            @Override
            public void run() {
                if (sorted) { // race:sorted
                    return;
                }
                for (int i = 0; i + 1 < data.length; i++) {
                    if (data[i] > data[i + 1]) { // race:lower,upper
                        swap(i);
                        moved = true; // safe: each bubble has its own
                    }
                    if (i % 3 == 0) {
                        Thread.yield();
                    }
                }
                if (!moved) {
                    sorted = true; // race:sorted
                }
            }
        }
    }

    /** Odd-even transposition; the pairs of one phase do not overlap. */
    static class OddEvenSort {

        private final int[] data;
        private final int workers;
        private final CyclicBarrier barrier;
        private int phasesDone;

        OddEvenSort(int[] data, int workers) {
            this.data = data;
            this.workers = workers;
            this.barrier = new CyclicBarrier(workers, () -> phasesDone++); // safe: barrier action, one at a time
        }

        void sort() throws InterruptedException {
            Thread[] threads = new Thread[workers];
            int chunk = (data.length + workers - 1) / workers;
            for (int w = 0; w < workers; w++) {
                int from = w * chunk;
                int to = Math.min(data.length - 1, from + chunk);
                threads[w] = new Thread(() -> work(from, to), "odd-even-" + w);
                threads[w].start();
            }
            for (Thread t : threads) {
                t.join();
            }
            System.out.println(phasesDone + " phases"); // safe: after join
        }

        private void work(int from, int to) {
            try {
                for (int phase = 0; phase < data.length; phase++) {
                    for (int i = from; i < to; i++) {
                        if (i % 2 == phase % 2) {
                            exchange(i);
                        }
                    }
                    barrier.await();
                }
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            } catch (BrokenBarrierException e) {
                throw new IllegalStateException(e);
            }
        }

        private void exchange(int i) {
            int a = data[i]; // safe: pairs of a phase are disjoint, phases are split by the barrier
            int b = data[i + 1];
            if (a > b) {
                data[i] = b; // safe: as its neighbours (false alarm: neighbours of one parity are not told from those of the other)
                data[i + 1] = a; // safe: may belong to the next chunk, but not in this phase (false alarm: neighbours of one parity are not told from those of the other)
            }
        }
    }
}
