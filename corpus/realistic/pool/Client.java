package realistic.pool;

/** Asks a number of queries, each with a connection from the pool. */
final class Client implements Runnable {
    private final ObjectPool<Connection> pool;
    private final Thread thread;
    private final int count;
    private int queries;
    private String last = "";

    Client(ObjectPool<Connection> pool, int number, int count) {
        this.pool = pool;
        this.count = count;
        this.thread = new Thread(this, "client " + number);
    }

    Thread thread() {
        return thread;
    }

    @Override
    public void run() {
        try {
            for (int i = 0; i < count; i++) {
                Connection connection = pool.borrow();
                try {
                    last = connection.query(pool.name() + i); // safe: its own field
                    if (connection.statements() < 1) {
                        throw new IllegalStateException(last); // safe: its own field
                    }
                } finally {
                    pool.giveBack(connection);
                }
                queries++; // safe: its own field, main reads it after join
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    int queries() {
        return queries; // safe: called after join
    }
}
