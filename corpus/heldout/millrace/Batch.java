package heldout.millrace;

class Batch {
    static final Batch STOP = new Batch(-1, 0);
    final int id;
    final int[] values;
    int count;

    Batch(int id, int capacity) {
        this.id = id;
        this.values = new int[capacity];
    }

    boolean full() {
        return count == values.length; // safe: only asked by the thread that fills the batch
    }
}
