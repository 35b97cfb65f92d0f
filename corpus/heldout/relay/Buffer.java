package heldout.relay;

/** Filled by one thread and drained by another; they swap. */
final class Buffer {
    private final int[] values;
    private int count;

    Buffer(int size) {
        values = new int[size];
    }

    boolean add(int value) {
        values[count] = value; // safe: the filler has this buffer
        count++; // safe: the filler has this buffer
        return count < values.length; // safe: the filler has this buffer
    }

    int drain() {
        int sum = 0;
        for (int i = 0; i < count; i++) { // safe: the drainer has this buffer, and who peeks only reads
            sum += values[i]; // safe: the drainer has this buffer
        }
        count = 0; // race:count
        return sum;
    }

    int pending() {
        return count; // race:count
    }
}
