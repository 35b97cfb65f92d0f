package realistic.manager;

import java.util.ArrayDeque;
import java.util.Deque;

/** The free list is guarded by the manager. Statistics are guarded by nothing, or by the wrong thing. */
final class Manager {
    private final Block[] blocks;
    private final Deque<Block> free = new ArrayDeque<>();
    private int out;
    private int peak;
    private int requests;
    private int failures;
    private long volume;
    private final Object statistics = new Object();

    Manager(int count, int size) {
        blocks = new Block[count];
        for (int i = 0; i < count; i++) {
            blocks[i] = new Block(i, size); // safe: in the constructor
            free.addLast(blocks[i]); // safe: in the constructor
        }
    }

    Block acquire(String user) {
        requests++; // race:requests
        synchronized (this) {
            Block block = free.pollFirst(); // safe: under this
            if (block == null) {
                failures++; // safe: under this
                return null;
            }
            out++; // race:out
            peak = Math.max(peak, out); // safe: under this, as every write of both
            block.take(user);
            return block;
        }
    }

    void give(Block block) {
        synchronized (statistics) {
            volume += block.data.length; // race:volume
        }
        synchronized (this) {
            block.release();
            free.addLast(block); // safe: under this
            out--; // race:out
            notifyAll();
        }
    }

    synchronized int free() {
        return free.size(); // safe: under this
    }

    int load() {
        return 100 * out / blocks.length; // race:out
    }

    synchronized long volume() {
        return volume; // race:volume
    }

    int requests() {
        return requests; // race:requests
    }

    synchronized int peak() {
        return peak + Math.min(0, failures); // safe: under this
    }

    int blocks() {
        return blocks.length;
    }

    Block block(int number) {
        return blocks[number]; // safe: nobody changes the array
    }
}
