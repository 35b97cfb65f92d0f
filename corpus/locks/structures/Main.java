package locks.structures;

/**
 * Two departments with a queue each, and a store of used entries from which both take. An entry is in one queue at a time, under
 * the lock of that queue; on its way to another one it goes through the store, which is synchronized.
 */
public final class Main {
    public static void main(String[] args) throws InterruptedException {
        Store store = new Store();
        Queue kitchen = new Queue(store);
        Queue laundry = new Queue(store);
        Thread[] threads = new Thread[4];
        for (int i = 0; i < threads.length; i++) {
            int first = i * 100;
            threads[i] = new Thread(() -> work(kitchen, laundry, first));
            threads[i].start();
        }
        for (Thread thread : threads) {
            thread.join();
        }
        System.out.println(kitchen.size() + laundry.size());
    }

    private static void work(Queue kitchen, Queue laundry, int first) {
        for (int i = 0; i < 50; i++) {
            kitchen.put(first + i);
            laundry.put(first + i);
            kitchen.take();
            laundry.take();
        }
    }

    static final class Store {
        private Queue.Entry free;

        synchronized Queue.Entry get() {
            Queue.Entry entry = free; // safe: under the store
            if (entry == null) {
                return new Queue.Entry();
            }
            free = entry.next; // safe: an entry in the store is in no queue
            return entry;
        }

        synchronized void put(Queue.Entry entry) {
            entry.next = free; // safe: an entry in the store is in no queue
            free = entry; // safe: under the store
        }
    }

    static final class Queue {
        private final Object lock = new Object();
        private final Store store;
        private Entry first;
        private int size;

        Queue(Store store) {
            this.store = store;
        }

        void put(int number) {
            synchronized (lock) {
                Entry entry = store.get();
                entry.number = number; // safe: under the queue's lock
                entry.next = first; // safe: under the queue's lock
                first = entry; // safe: under the queue's lock
                size++; // safe: under the queue's lock
            }
        }

        int take() {
            synchronized (lock) {
                Entry entry = first; // safe: under the queue's lock
                if (entry == null) {
                    return -1;
                }
                first = entry.next; // safe: under the queue's lock
                size--; // safe: under the queue's lock
                int number = entry.number; // safe: under the queue's lock
                store.put(entry);
                return number;
            }
        }

        int size() {
            synchronized (lock) {
                return size; // safe: under the queue's lock
            }
        }

        static final class Entry {
            private int number;
            private Entry next;
        }
    }
}
