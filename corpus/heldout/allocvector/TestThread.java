package heldout.allocvector;

import java.util.Arrays;

/** Allocates a few blocks, then frees them again, several times over. */
class TestThread extends Thread {

    private final AllocationVector vector;
    private final int[] resultBuf;
    private final int rounds;
    private int failures;
    private String report;

    TestThread(String name, AllocationVector vector, int[] resultBuf, int rounds) {
        super(name);
        this.vector = vector;
        this.resultBuf = resultBuf;
        this.rounds = rounds;
        Arrays.fill(resultBuf, -1); // safe: filled by main before start
    }

    @Override
    public void run() {
        for (int r = 0; r < rounds; r++) {
            allocBlocks();
            Thread.yield();
            freeBlocks();
        }
        report = getName() + " failures " + failures; // safe: read after join
    }

    private void allocBlocks() {
        for (int i = 0; i < resultBuf.length; i++) {
            int index = vector.getFreeBlockIndex();
            if (index == -1) {
                failures++;
                resultBuf[i] = -1;
                continue;
            }
            AllocationVector.Outcome outcome = vector.markAsAllocatedBlock(index);
            if (outcome == AllocationVector.Outcome.OK) {
                resultBuf[i] = index; // safe: one buffer per thread
            } else {
                failures++;
                resultBuf[i] = -1;
            }
        }
    }

    private void freeBlocks() {
        for (int i = 0; i < resultBuf.length; i++) {
            if (resultBuf[i] != -1 // safe: one buffer per thread
                    && vector.markAsFreeBlock(resultBuf[i]) != AllocationVector.Outcome.OK) {
                failures++;
            }
            resultBuf[i] = -1;
        }
    }

    String getReport() {
        return report; // safe: called after join
    }
}
