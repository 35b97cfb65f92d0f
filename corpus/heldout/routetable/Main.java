package heldout.routetable;

import java.util.*;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantReadWriteLock;

/** Delivery depots: which depot serves a postal prefix. */
public class Main {

    static class RouteTable {
        private final ReentrantReadWriteLock rw = new ReentrantReadWriteLock();
        private final Lock r = rw.readLock();
        private final Lock w = rw.writeLock();
        private final Map<String, String> routes = new HashMap<>();
        private final Map<String, Integer> weights = new LinkedHashMap<>(16, 0.75f, true);
        private int lookups;
        private int updates;
        private String busiest;
        private boolean busiestValid;

        RouteTable() {
            for (String p : new String[] {"10", "20", "50", "80"}) {
                routes.put(p, "depot-" + p); // safe: constructor, published by start
                weights.put(p, 1); // safe: constructor
            }
        }

        String lookup(String prefix) {
            r.lock();
            try {
                lookups++; // race:lookups
                return routes.get(prefix); // safe: writers of routes hold the write lock
            } finally {
                r.unlock();
            }
        }

        int weight(String prefix) {
            r.lock();
            try {
                Integer n = weights.get(prefix); // race:weights
                return n == null ? 0 : n;
            } finally {
                r.unlock();
            }
        }

        void assign(String prefix, String depot) {
            w.lock();
            try {
                routes.put(prefix, depot); // safe: write lock excludes the readers
                weights.merge(prefix, 2, Integer::sum); // safe: write lock
                updates++; // safe: write lock
                busiestValid = false; // safe: write lock
            } finally {
                w.unlock();
            }
        }

        int updateCount() {
            r.lock();
            try {
                return updates; // safe: read lock against write lock
            } finally {
                r.unlock();
            }
        }

        int lookupEstimate() {
            r.lock();
            try {
                return lookups; // race:lookups
            } finally {
                r.unlock();
            }
        }

        int drainLookups() {
            w.lock();
            try {
                int n = lookups; // safe: the write lock excludes all read lock holders
                lookups = 0; // safe: write lock
                return n;
            } finally {
                w.unlock();
            }
        }

        String busiest() {
            r.lock();
            if (!busiestValid) { // safe: read lock
                r.unlock();
                w.lock();
                try {
                    if (!busiestValid) { // safe: write lock
                        busiest = heaviest(); // safe: write lock
                        busiestValid = true; // safe: write lock
                    }
                    r.lock();
                } finally {
                    w.unlock();
                }
            }
            try {
                return busiest; // safe: downgraded to the read lock without a gap
            } finally {
                r.unlock();
            }
        }

        private String heaviest() {
            assert rw.isWriteLockedByCurrentThread();
            String best = null;
            int max = -1;
            for (Map.Entry<String, Integer> e : weights.entrySet()) { // safe: only called with the write lock
                if (e.getValue() > max) {
                    max = e.getValue();
                    best = e.getKey();
                }
            }
            return best;
        }
    }

    public static void main(String[] args) throws InterruptedException {
        RouteTable table = new RouteTable();
        Runnable sorter = () -> {
            for (String p : new String[] {"10", "50", "20", "80", "10"}) {
                table.lookup(p);
                table.weight(p);
            }
        };
        Thread s1 = new Thread(sorter, "sorter-1");
        Thread s2 = new Thread(sorter, "sorter-2");
        Thread planner = new Thread(() -> {
            table.assign("20", "depot-north");
            table.assign("50", "depot-south");
            System.out.println("busiest " + table.busiest());
        }, "planner");
        for (Thread t : new Thread[] {s1, s2, planner}) {
            t.start();
        }
        System.out.println("lookups about " + table.lookupEstimate());
        System.out.println("updates " + table.updateCount() + ", busiest " + table.busiest());
        for (Thread t : new Thread[] {s1, s2, planner}) {
            t.join();
        }
        System.out.println("lookups " + table.drainLookups());
    }
}
