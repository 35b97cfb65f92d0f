package fresh.connpool;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.Semaphore;

final class ConnectionPool {
    private final Semaphore permits;
    private final Deque<Connection> idle = new ArrayDeque<>();
    private final int size;
    private int handedOut;

    ConnectionPool(String url, int size) {
        this.size = size;
        this.permits = new Semaphore(size, true);
        for (int i = 0; i < size; i++) {
            idle.addLast(new Connection(url + "#" + i)); // safe: not yet shared
        }
    }

    Connection acquire() throws InterruptedException {
        permits.acquire();
        synchronized (idle) {
            handedOut++; // safe: under idle
            return idle.removeFirst(); // safe: under idle
        }
    }

    void release(Connection connection) {
        synchronized (idle) {
            idle.addLast(connection); // safe: under idle
        }
        permits.release();
    }

    /** Waits for all connections to come back, then closes them. */
    int close() throws InterruptedException {
        permits.acquire(size);
        int statements = 0;
        synchronized (idle) {
            for (Connection connection : idle) { // safe: under idle
                statements += connection.close();
            }
            if (statements != handedOut) { // safe: under idle
                throw new IllegalStateException(statements + " of " + handedOut);
            }
        }
        return statements;
    }
}
