package realistic.pool;

/** Makes connections. The pool calls it with and without its lock. */
final class Factory {
    private final String host;
    private int made;
    private int destroyed;
    private Connection newest;

    Factory(String host) {
        this.host = host;
    }

    Connection make() {
        made++; // race:made
        Connection connection = new Connection(host, made); // race:made
        newest = connection; // race:newest
        return connection;
    }

    void destroy(Connection connection) {
        connection.close();
        synchronized (this) {
            destroyed++; // safe: under this
        }
    }

    boolean idleSoFar() {
        return newest == null; // race:newest
    }

    synchronized int destroyed() {
        return destroyed; // safe: under this
    }

    int made() {
        return made; // safe: called when all have ended
    }
}
