package heldout.packetpool;

/** Fixed pool on a hand-made free list. */
class PacketPool {
    static class Packet {
        final byte[] data = new byte[64];
        int length;
        int attempts;
        private Packet nextFree;
    }

    private Packet free;
    private int idle;
    private final int capacity;

    PacketPool(int capacity) {
        this.capacity = capacity;
        for (int i = 0; i < capacity; i++) {
            Packet p = new Packet();
            p.nextFree = free; // safe: pool not shared yet
            free = p;
            idle++; // safe: pool not shared yet
        }
    }

    synchronized Packet acquire() throws InterruptedException {
        while (free == null) { // safe: pool lock
            wait();
        }
        Packet p = free;
        free = p.nextFree; // safe: pool lock
        p.nextFree = null;
        idle--; // race:idle1
        return p;
    }

    void release(Packet p) {
        p.length = 0; // safe: the releaser is the only owner who touches the length
        p.attempts = 0; // race:attempts2
        synchronized (this) {
            p.nextFree = free; // safe: pool lock
            free = p;
            idle++; // race:idle2
            notify();
        }
    }

    int idle() {
        return idle; // race:idle1,idle2
    }

    int capacity() {
        return capacity; // safe: final
    }
}
