package conflicts.safesuper;

import java.util.ArrayList;
import java.util.Vector;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;

/** Classes that extend what is safe: what they inherit stays safe, what they add is their own affair. */
public class Main {
    static final Pair PAIR = new Pair();
    static final Log LOG = new Log();
    static final Index INDEX = new Index();
    static final Names NAMES = new Names();

    public static void main(String[] args) throws InterruptedException {
        Thread[] threads = new Thread[3];
        for (int i = 0; i < threads.length; i++) {
            int number = i;
            threads[i] = new Thread(() -> {
                for (int n = 0; n < 100; n++) {
                    PAIR.addLow(n);
                    LOG.note("n" + n);
                    INDEX.count("k" + n % 7);
                    NAMES.add("thread " + number); // race:names
                }
            });
            threads[i].start();
        }
        for (Thread thread : threads) {
            thread.join();
        }
        System.out.println(PAIR.low() + " " + LOG.size() + " " + INDEX.size() + " " + NAMES.size()); // safe: after join
    }

    /** Two numbers in one variable. */
    static final class Pair extends AtomicLong {
        private int tries;

        void addLow(int by) {
            while (true) {
                long before = get(); // safe: atomic
                long after = before & ~0xffffffffL | (before + by & 0xffffffffL);
                tries++; // race:tries
                if (compareAndSet(before, after)) { // safe: atomic
                    return;
                }
            }
        }

        int low() {
            return (int) get(); // safe: atomic
        }
    }

    static final class Log extends Vector<String> {
        private String last;

        void note(String line) {
            add(line); // safe: a vector locks itself
            last = line; // race:last
        }
    }

    static final class Index extends ConcurrentHashMap<String, Integer> {
        void count(String key) {
            merge(key, 1, Integer::sum); // safe: a concurrent map
        }
    }

    static final class Names extends ArrayList<String> {
    }
}
