package juc.waitnotify;


/** Two threads take turns with wait and notify. */
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

    static final Object lock = new Object();
    static int turn;

    static void await(int wanted) throws InterruptedException {
        synchronized (lock) {
            while (turn != wanted) {
                lock.wait();
            }
        }
    }

    static void set(int next) {
        synchronized (lock) {
            turn = next;
            lock.notifyAll();
        }
    }

    static Parcel parcel = new Parcel();

    public static void main(String[] args) throws Exception {
        Thread other = new Thread(() -> {
            try {
                for (int i = 0; i < ROUNDS; i++) {
                    await(2 * i + 1);
                    parcel.check(i);
                    parcel = new Parcel();
                    set(2 * i + 2);
                }
            } catch (Exception e) {
                throw new AssertionError(e);
            }
        });
        other.start();
        for (int i = 0; i < ROUNDS; i++) {
            parcel.fill(i);
            set(2 * i + 1);
            await(2 * i + 2);
        }
        other.join();
        System.out.println("done");
    }
}
