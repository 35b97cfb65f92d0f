package heldout.allocvector;

/**
 * A vector of blocks, each of them either free or allocated. Both steps of an allocation (find,
 * then mark) are synchronized, the pair of them is not: two callers may find the same block.
 */
public class AllocationVector {

    static final char FREE = 'F';
    static final char ALLOCATED = 'A';

    public enum Outcome { OK, ALREADY_ALLOCATED, ALREADY_FREE }

    private final char[] blocks;
    private int clashes;
    private int searchFrom;

    public AllocationVector(int size) {
        blocks = new char[size];
        for (int i = 0; i < size; i++) {
            blocks[i] = FREE; // safe: under construction
        }
    }

    /** Index of some free block or -1. */
    public synchronized int getFreeBlockIndex() {
        for (int k = 0; k < blocks.length; k++) {
            int i = (searchFrom + k) % blocks.length;
            if (blocks[i] == FREE) { // safe: under this
                searchFrom = i; // safe: under this
                return i;
            }
        }
        return -1;
    }

    public synchronized Outcome markAsAllocatedBlock(int i) {
        if (blocks[i] == ALLOCATED) { // safe: stale index, but no unsynchronized access
            clashes++;
            return Outcome.ALREADY_ALLOCATED;
        }
        blocks[i] = ALLOCATED; // safe: under this
        return Outcome.OK;
    }

    public synchronized Outcome markAsFreeBlock(int i) {
        if (blocks[i] == FREE) {
            clashes++; // safe: under this
            return Outcome.ALREADY_FREE;
        }
        blocks[i] = FREE; // safe: under this
        return Outcome.OK;
    }

    public synchronized int allocatedCount() {
        int n = 0;
        for (char c : blocks) { // safe: under this
            if (c == ALLOCATED) {
                n++;
            }
        }
        return n;
    }

    public synchronized int clashCount() {
        return clashes;
    }
}
