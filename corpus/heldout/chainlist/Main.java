package heldout.chainlist;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;

public class Main {
    private static final int THREADS = 3;
    private static final int PER_THREAD = 30;

    static class Node {
        final int key;
        final Lock lock = new ReentrantLock();
        Node next;
        int lookups;

        Node(int key, Node next) {
            this.key = key;
            this.next = next; // safe: linked in under the predecessor's lock afterwards
        }
    }

    /** Sorted list with one lock per node, taken hand over hand. */
    static class Chain {
        private final Node head = new Node(Integer.MIN_VALUE, new Node(Integer.MAX_VALUE, null));
        private int newest;

        boolean insert(int key) {
            Node before = head;
            before.lock.lock();
            try {
                Node here = before.next; // safe: before is locked
                here.lock.lock();
                try {
                    while (here.key < key) {
                        before.lock.unlock();
                        before = here;
                        here = before.next; // safe: before is locked
                        here.lock.lock();
                    }
                    if (here.key == key) {
                        return false;
                    }
                    before.next = new Node(key, here); // safe: before is locked
                    newest = key; // race:newest
                    return true;
                } finally {
                    here.lock.unlock();
                }
            } finally {
                before.lock.unlock();
            }
        }

        boolean find(int key) {
            Node here = head;
            here.lock.lock();
            while (here.key < key) {
                Node after = here.next; // safe: here is locked
                after.lock.lock();
                here.lock.unlock();
                here = after;
            }
            boolean found = here.key == key;
            here.lock.unlock();
            if (found) {
                here.lookups++; // race:lookups
            }
            return found;
        }
    }

    static class StripedTally {
        private static final int STRIPES = 4;
        private static final int BUCKETS = 6;
        private final Object[] stripes = new Object[STRIPES];
        private final int[] perStripe = new int[STRIPES];
        private final int[] perBucket = new int[BUCKETS];
        private int total;
        private int batches;

        StripedTally() {
            for (int i = 0; i < STRIPES; i++) {
                stripes[i] = new Object(); // safe: before any thread knows the tally
            }
        }

        void record(int key) {
            int stripe = key % STRIPES;
            synchronized (stripes[stripe]) {
                perStripe[stripe]++; // safe: same index for lock and slot (false alarm: that a recursion takes all locks is not known)
                perBucket[key % BUCKETS]++; // race:perBucket missed: locks of different stripes may be the same
            }
            bump();
        }

        private synchronized void bump() {
            total++; // safe: tally lock
        }

        void whole(Runnable body) {
            lockFrom(0, body);
        }

        private void lockFrom(int stripe, Runnable body) {
            if (stripe == STRIPES) {
                body.run();
                return;
            }
            synchronized (stripes[stripe]) {
                lockFrom(stripe + 1, body);
            }
        }

        int sum() {
            int[] result = new int[1];
            whole(() -> {
                for (int n : perStripe) { // safe: all stripes held (false alarm: as above)
                    result[0] += n; // safe: local array, same thread
                }
                batches++; // safe: all stripes held (false alarm: as above)
            });
            return result[0];
        }
    }

    private static int fill(Chain chain, StripedTally tally, int number) {
        int added = 0;
        for (int i = 0; i < PER_THREAD; i++) {
            int key = i * THREADS + number;
            if (chain.insert(key)) {
                added++;
            }
            tally.record(key);
            chain.find(key / 2);
            if (i % 10 == 0 && tally.sum() < 0) {
                throw new IllegalStateException();
            }
        }
        return added;
    }

    public static void main(String[] args) throws Exception {
        Chain chain = new Chain();
        StripedTally tally = new StripedTally();
        ExecutorService pool = Executors.newFixedThreadPool(THREADS);
        List<Future<Integer>> results = new ArrayList<>();
        for (int t = 0; t < THREADS; t++) {
            final int number = t;
            results.add(pool.submit(() -> fill(chain, tally, number)));
        }
        int added = 0;
        for (Future<Integer> f : results) {
            added += f.get();
        }
        pool.shutdown();

        int length = 0;
        long lookups = 0;
        for (Node n = chain.head.next; n.next != null; n = n.next) { // safe: after every get
            length++;
            lookups += n.lookups; // safe: after every get
        }
        boolean fine = chain.newest >= 0 && tally.perBucket[0] > 0; // safe: after every get
        fine &= tally.batches == 9 && lookups > 0; // safe: after every get
        System.out.println("added " + added + " length " + length + " total " + tally.total + " " + fine);
    }
}
