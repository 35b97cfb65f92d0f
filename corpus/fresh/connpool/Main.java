package fresh.connpool;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicLong;

/** Threads share a few connections. A connection belongs to one thread at a time, and the pool hands it over. */
public final class Main {
    public static void main(String[] args) throws InterruptedException {
        ConnectionPool pool = new ConnectionPool("jdbc:fake:shop", 3);
        AtomicLong rows = new AtomicLong();
        int clients = 6;
        CountDownLatch finished = new CountDownLatch(clients);
        for (int c = 0; c < clients; c++) {
            final int client = c;
            Thread thread = new Thread(() -> {
                try {
                    for (int i = 0; i < 25; i++) {
                        Connection connection = pool.acquire();
                        try {
                            rows.addAndGet(connection.query("select " + client + " from orders where n = " + i));
                        } finally {
                            pool.release(connection);
                        }
                    }
                } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                } finally {
                    finished.countDown();
                }
            }, "client-" + c);
            thread.setDaemon(true);
            thread.start();
        }
        finished.await();
        System.out.println("statements " + pool.close() + ", rows " + rows.get());
    }
}
