package heldout.connectionpool;

import java.util.ArrayDeque;
import java.util.Deque;

/** A pool of connections guarded by its monitor; one method that reports usage forgot it. */
public class Main {
    static class Connection {
        private int queries;
        private boolean open = true;

        int query(int n) {
            queries++; // safe: who borrowed it has it alone
            return n * 2;
        }
    }

    static class Pool {
        private final Deque<Connection> idle = new ArrayDeque<>();
        private int borrowed;
        private int waits;

        Pool(int size) {
            for (int i = 0; i < size; i++) {
                idle.push(new Connection());
            }
        }

        synchronized Connection borrow() throws InterruptedException {
            while (idle.isEmpty()) { // safe: under this
                waits++; // safe: under this
                wait();
            }
            borrowed++; // race:borrowed
            return idle.pop(); // safe: under this
        }

        synchronized void giveBack(Connection connection) {
            idle.push(connection); // safe: under this
            borrowed--; // race:borrowed
            notify();
        }

        String usage() {
            return borrowed + " in use"; // race:borrowed
        }

        synchronized int total() {
            int sum = 0;
            for (Connection connection : idle) { // safe: under this
                sum += connection.queries; // safe: all clients are joined
            }
            return sum;
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Pool pool = new Pool(2);
        Thread[] clients = new Thread[5];
        for (int i = 0; i < clients.length; i++) {
            clients[i] = new Thread(() -> {
                try {
                    for (int k = 0; k < 20; k++) {
                        Connection connection = pool.borrow();
                        connection.query(k);
                        pool.giveBack(connection);
                    }
                } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                }
            });
            clients[i].start();
        }
        String usage = pool.usage();
        for (Thread client : clients) {
            client.join();
        }
        System.out.println(pool.total() + (usage.isEmpty() ? "!" : ""));
    }
}
