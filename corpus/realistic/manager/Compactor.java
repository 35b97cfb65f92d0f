package realistic.manager;

/** Touches blocks that seem to be free. */
final class Compactor extends Helper {
    private int next;
    private int compacted;

    Compactor(Manager manager) {
        super(manager);
    }

    @Override
    void turn() {
        Block block = manager.block(next);
        next = (next + 1) % manager.blocks(); // safe: only this thread
        if (!block.taken() && block.firstByte() >= 0) {
            compacted++; // safe: only this thread
        }
        Block own = manager.acquire("compactor");
        if (own != null) {
            own.fill(0);
            manager.give(own);
        }
    }
}
