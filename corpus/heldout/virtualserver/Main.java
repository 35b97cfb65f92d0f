// jdk: 21
package heldout.virtualserver;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Executors;
import java.util.concurrent.locks.ReentrantLock;

/** A server with a virtual thread for each request, a session table with a lock, and a log without. */
public class Main {
    static class Session {
        final int user;
        private int hits;
        private final ReentrantLock lock = new ReentrantLock();

        Session(int user) {
            this.user = user;
        }

        int hit() {
            lock.lock();
            try {
                return ++hits; // safe: under the session's lock
            } finally {
                lock.unlock();
            }
        }
    }

    private final Map<Integer, Session> sessions = new HashMap<>();
    private final ReentrantLock table = new ReentrantLock();
    private final List<String> log = new ArrayList<>();
    private int served;

    Session session(int user) {
        table.lock();
        try {
            return sessions.computeIfAbsent(user, Session::new); // safe: under the table's lock
        } finally {
            table.unlock();
        }
    }

    void serve(int user) {
        int hits = session(user).hit();
        log.add(user + ":" + hits); // race:log
        served++; // race:served
    }

    public static void main(String[] args) throws InterruptedException {
        Main server = new Main();
        try (var executor = Executors.newVirtualThreadPerTaskExecutor()) {
            for (int i = 0; i < 100; i++) {
                int user = i % 9;
                executor.submit(() -> server.serve(user));
            }
        }
        Thread auditor = Thread.ofVirtual().start(() -> server.sessions.size()); // safe: all requests have ended
        auditor.join();
        System.out.println(server.sessions.size() + (server.served <= 100 && server.log.size() <= 100 ? "" : "!")); // safe: closed
    }
}
