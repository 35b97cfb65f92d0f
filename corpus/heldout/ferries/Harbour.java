package heldout.ferries;

import java.util.concurrent.BrokenBarrierException;
import java.util.concurrent.CyclicBarrier;

/** All ferries move in rounds: load, then sail, then the harbour master counts. */
final class Harbour {
    private final int count;
    private final int[] loads;
    private final int[] positions;
    private final int[] wakes;
    private final CyclicBarrier barrier;
    private int rounds;
    private int carried;

    Harbour(int count) {
        this.count = count;
        loads = new int[count];
        positions = new int[count];
        wakes = new int[count];
        barrier = new CyclicBarrier(count, this::tally);
    }

    /** Run by the last to arrive, while all others wait. */
    private void tally() {
        rounds++; // safe: the action of the barrier
        for (int load : loads) { // safe: all others wait at the barrier
            carried += load; // safe: the action of the barrier
        }
    }

    void round(int ferry) throws InterruptedException, BrokenBarrierException {
        int ahead = (ferry + 1) % count;
        loads[ferry] = 10 + ferry; // safe: each ferry has an index of its own
        wakes[ferry]++; // race:wakes
        int disturbed = wakes[ahead]; // race:wakes
        barrier.await();
        int other = loads[ahead]; // safe: all have loaded before the barrier
        positions[ferry] += 1 + (other > 10 ? 1 : 0); // safe: each ferry has an index of its own
        if (disturbed < 0) {
            throw new IllegalStateException();
        }
        barrier.await();
        loads[ferry] = 0; // safe: all have looked before the second barrier
    }

    /** Asked when all ferries have been joined. */
    String summary() {
        int sum = 0;
        for (int position : positions) { // safe: after join
            sum += position;
        }
        return rounds + " " + carried + " " + sum; // safe: after join
    }
}
