package juc.synchronizedmethods;


/** Synchronized methods, static ones, and those that are left by an exception. */
public final class Main {
    static final int ROUNDS = 300;

    /** What is handed over. Its fields are plain: only the order of threads makes them safe. */
    static final class Parcel {
        int number;
        long weight;
        String label;
        int[] unused;

        Parcel fill(int i) {
            number = i;
            weight = i * 3L;
            label = "parcel";
            return this;
        }

        void check(int i) {
            if (number != i || weight != i * 3L || !label.equals("parcel")) {
                throw new AssertionError("a parcel was not seen as it was sent: " + number + ", not " + i);
            }
            number = -1; // safe: whoever gets it owns it
        }
    }

    static final class Counter {
        private int value;
        private static int all;

        synchronized void add() {
            value++;
            if (value % 3 == 0) {
                throw new IllegalStateException("the lock is given back all the same");
            }
        }

        synchronized int get() {
            return value;
        }

        static synchronized long addAll(long by, double unused) {
            all += (int) by;
            return all;
        }
    }

    public static void main(String[] args) throws Exception {
        Counter counter = new Counter();
        Thread[] threads = new Thread[3];
        for (int i = 0; i < threads.length; i++) {
            threads[i] = new Thread(() -> {
                for (int k = 0; k < ROUNDS; k++) {
                    try {
                        counter.add();
                    } catch (IllegalStateException e) {
                        Counter.addAll(1, 0.5);
                    }
                }
            });
            threads[i].start();
        }
        for (Thread thread : threads) {
            thread.join();
        }
        boolean right = counter.get() == 3 * ROUNDS && Counter.addAll(0, 0) == ROUNDS;
        System.out.println(right ? "done" : "lost updates");
    }
}
