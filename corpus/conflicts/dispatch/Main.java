package conflicts.dispatch;

import java.util.List;

/** One interface, several stores behind it: which one a thread gets decides whether it is safe. */
public final class Main {
    interface Store {
        void save(int value);

        int load();
    }

    static final class Plain implements Store {
        private int value;

        @Override
        public void save(int value) {
            this.value = value; // race:plainValue
        }

        @Override
        public int load() {
            return value; // race:plainValue
        }
    }

    static final class Locked implements Store {
        private int value;

        @Override
        public synchronized void save(int value) {
            this.value = value; // safe: under this
        }

        @Override
        public synchronized int load() {
            return value; // safe: under this
        }
    }

    static final class Private implements Store {
        private int value;

        @Override
        public void save(int value) {
            this.value = value; // safe: each thread has its own
        }

        @Override
        public int load() {
            return value; // safe: each thread has its own
        }
    }

    static final class Logging implements Store {
        private final Store inner;
        private int uses;

        Logging(Store inner) {
            this.inner = inner;
        }

        @Override
        public void save(int value) {
            uses++; // race:uses
            inner.save(value);
        }

        @Override
        public int load() {
            return inner.load();
        }
    }

    static int work(List<Store> stores) {
        int sum = 0;
        for (Store store : stores) {
            store.save(store.load() + 1);
            sum += store.load();
        }
        return sum;
    }

    public static void main(String[] args) throws InterruptedException {
        Store plain = new Plain();
        Store locked = new Locked();
        Store logging = new Logging(new Locked());
        int[] sums = new int[2];
        Thread first = new Thread(() -> sums[0] = work(List.of(plain, locked, logging, new Private()))); // safe: own
        Thread second = new Thread(() -> sums[1] = work(List.of(new Private(), logging, locked, plain))); // safe: own
        first.start();
        second.start();
        first.join();
        second.join();
        System.out.println(sums[0] > 0 && sums[1] > 0 ? "done" : "nothing"); // safe: after join
    }
}
