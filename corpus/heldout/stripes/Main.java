package heldout.stripes;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicLongArray;

/** Counts page visits per visitor in a hash table with striped locks. */
public class Main {

    static final class Entry {
        final String key;
        int visits;
        Entry next;

        Entry(String key, Entry next) {
            this.key = key;
            this.next = next;
        }
    }

    static class StripedTable {
        private final Entry[] buckets = new Entry[64];
        private final Object[] locks = new Object[8];
        private final int[] inserts = new int[8];
        private final int[] updates = new int[8];
        private int entries;

        StripedTable() {
            for (int i = 0; i < locks.length; i++) {
                locks[i] = new Object();
            }
        }

        void visit(String key) {
            int b = (key.hashCode() & 0x7fffffff) % buckets.length;
            int s = b % locks.length;
            synchronized (locks[s]) {
                for (Entry e = buckets[b]; e != null; e = e.next) { // safe: a bucket always has the same stripe lock
                    if (e.key.equals(key)) {
                        e.visits++; // safe: stripe lock of the entry's bucket
                        updates[s]++; // safe: cell s is only used under lock s
                        return;
                    }
                }
                buckets[b] = new Entry(key, buckets[b]); // safe: stripe lock
                inserts[s]++; // race:inserts
                entries++; // race:entries
            }
        }

        int visitsOf(String key) {
            int b = (key.hashCode() & 0x7fffffff) % buckets.length;
            synchronized (locks[b % locks.length]) {
                Entry e = buckets[b];
                while (e != null && !e.key.equals(key)) {
                    e = e.next; // safe: stripe lock
                }
                return e == null ? 0 : e.visits; // safe: stripe lock
            }
        }

        int quickInserts() {
            int sum = 0;
            for (int i = 0; i < inserts.length; i++) {
                sum += inserts[i]; // race:inserts
            }
            return sum;
        }

        int exactUpdates() {
            int sum = 0;
            for (int i = 0; i < updates.length; i++) {
                synchronized (locks[i]) {
                    sum += updates[i]; // safe: lock i
                }
            }
            return sum;
        }

        int entries() {
            return entries; // safe: only asked when the workers are done
        }
    }

    static class Traffic {
        private final long[] bytes = new long[4];
        private final AtomicLongArray requests = new AtomicLongArray(4);

        void served(int size) {
            int cell = (int) (Thread.currentThread().getId() & 3);
            bytes[cell] += size; // race:bytes
            requests.incrementAndGet(cell); // safe: atomic array
        }

        long total() {
            long sum = 0;
            for (long b : bytes) {
                sum += b; // safe: after the latch
            }
            return sum;
        }
    }

    public static void main(String[] args) throws InterruptedException {
        StripedTable table = new StripedTable();
        Traffic traffic = new Traffic();
        int n = 6;
        CountDownLatch done = new CountDownLatch(n);
        for (int t = 0; t < n; t++) {
            new Thread(() -> {
                for (int i = 0; i < 300; i++) {
                    String visitor = "v" + ThreadLocalRandom.current().nextInt(80);
                    table.visit(visitor);
                    traffic.served(visitor.length() * 10);
                }
                done.countDown();
            }).start();
        }
        System.out.println("so far " + table.quickInserts() + " inserts, " + table.exactUpdates() + " updates, v7 " + table.visitsOf("v7"));
        done.await();
        System.out.println(table.entries() + " visitors, " + traffic.total() + " bytes, " + traffic.requests.get(0));
    }
}
