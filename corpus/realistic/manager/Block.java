package realistic.manager;

/** A piece of memory. Whoever got it from the manager has it alone until it is given back. */
final class Block {
    final int number;
    final byte[] data;
    private int used;
    private boolean taken;
    private String owner = "";
    private long touched;

    Block(int number, int size) {
        this.number = number;
        this.data = new byte[size];
    }

    void take(String by) {
        taken = true; // race:taken
        owner = by; // safe: the manager is held, or the block is its owner's
    }

    void release() {
        taken = false; // race:taken
        owner = ""; // safe: the manager is held, or the block is its owner's
    }

    void fill(int value) {
        for (int i = 0; i < data.length; i++) {
            data[i] = (byte) value; // race:data
        }
        used = data.length; // safe: the owner has it alone
        touched = System.nanoTime(); // race:touched
    }

    int check() {
        int sum = 0;
        for (byte b : data) { // safe: the owner has it alone, and the other readers do not write
            sum += b;
        }
        return used == data.length ? sum : -1; // safe: the owner has it alone
    }

    boolean taken() {
        return taken; // race:taken
    }

    /** Peeks at a block that perhaps belongs to somebody. */
    int firstByte() {
        return data[0]; // race:data
    }

    long age() {
        return System.nanoTime() - touched; // race:touched
    }
}
