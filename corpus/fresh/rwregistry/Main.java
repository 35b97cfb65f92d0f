package fresh.rwregistry;

import java.util.HashMap;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantReadWriteLock;

/** Names of services and where they run; mostly read. */
public final class Main {
    record Endpoint(String host, int port) {
    }

    static final class Registry {
        private final Map<String, Endpoint> byName = new HashMap<>();
        private final Map<String, Integer> lookups = new TreeMap<>();
        private final Lock read;
        private final Lock write;
        private String lastName;
        private Endpoint lastFound;
        private int generation;

        Registry() {
            ReentrantReadWriteLock lock = new ReentrantReadWriteLock();
            read = lock.readLock();
            write = lock.writeLock();
        }

        Endpoint find(String name) {
            read.lock();
            try {
                if (name.equals(lastName)) { // race:lastName
                    return lastFound; // race:lastFound
                }
                Endpoint found = byName.get(name); // safe: under the read lock
                lastName = name; // race:lastName
                lastFound = found; // race:lastFound
                return found;
            } finally {
                read.unlock();
            }
        }

        void register(String name, Endpoint endpoint) {
            write.lock();
            try {
                byName.put(name, endpoint); // safe: under the write lock
                generation++; // safe: under the write lock
                lastName = null; // safe: the write lock keeps everybody else out
            } finally {
                write.unlock();
            }
        }

        int generation() {
            read.lock();
            try {
                return generation; // safe: under the read lock
            } finally {
                read.unlock();
            }
        }

        void count(String name) {
            write.lock();
            try {
                lookups.merge(name, 1, Integer::sum); // safe: under the write lock
            } finally {
                write.unlock();
            }
        }

        String report() {
            StringBuilder text = new StringBuilder();
            read.lock();
            try {
                lookups.forEach((name, n) -> text.append(name).append('=').append(n).append(' ')); // safe: read lock
            } finally {
                read.unlock();
            }
            return text.toString().trim();
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Registry registry = new Registry();
        registry.register("auth", new Endpoint("10.0.0.1", 80));
        registry.register("mail", new Endpoint("10.0.0.2", 25));
        Thread[] clients = new Thread[3];
        for (int c = 0; c < clients.length; c++) {
            clients[c] = new Thread(() -> {
                for (int i = 0; i < 50; i++) {
                    String name = i % 3 == 0 ? "mail" : "auth";
                    Endpoint endpoint = registry.find(name);
                    registry.count(endpoint == null ? name : name.toUpperCase());
                    if (registry.generation() < 2) {
                        throw new IllegalStateException();
                    }
                }
            });
            clients[c].start();
        }
        registry.register("news", new Endpoint("10.0.0.3", 119));
        for (Thread client : clients) {
            client.join();
        }
        System.out.println(registry.generation() + " " + !registry.report().isEmpty());
    }
}
