package realistic.pool;

/** Shows the pool without asking it for its lock. */
final class Administrator {
    private final ObjectPool<Connection> pool;
    private final Factory factory;
    private String text = "";

    Administrator(ObjectPool<Connection> pool, Factory factory) {
        this.pool = pool;
        this.factory = factory;
    }

    void show() {
        for (int i = 0; i < 20; i++) {
            StringBuilder line = new StringBuilder(pool.name());
            line.append(pool.active()).append('/').append(pool.evictions()); // safe: local
            line.append(factory.idleSoFar() ? " idle" : " busy"); // safe: local
            line.append(pool.idle() + pool.borrowed() + factory.destroyed()); // safe: local
            text = line.toString(); // safe: main reads it after join
        }
    }

    String text() {
        return text; // safe: called after join
    }
}
