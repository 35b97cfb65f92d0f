package juc.interrupts;


/** What was written before an interrupt is seen after it. */
public final class Main {
    static final int ROUNDS = 300;

    /** What is handed over. Its fields are plain: only the order of threads makes them safe. */
    static final class Parcel {
        int number;
        long weight;
        String label;
        int[] unused;

        Parcel fill(int i) {
            number = i; // safe: ordered (false alarm: an interrupt is not taken for a signal)
            weight = i * 3L;
            label = "parcel";
            return this;
        }

        void check(int i) {
            if (number != i || weight != i * 3L || !label.equals("parcel")) { // safe: ordered (false alarm: an interrupt is not taken for a signal)
                throw new AssertionError("a parcel was not seen as it was sent: " + number + ", not " + i);
            }
            number = -1; // safe: whoever gets it owns it
        }
    }

    static Parcel parcel = new Parcel();

    public static void main(String[] args) throws Exception {
        for (int i = 0; i < 60; i++) {
            int kind = i % 3;
            parcel = new Parcel();
            int number = i;
            Thread sleeper = new Thread(() -> {
                try {
                    if (kind == 0) {
                        Thread.sleep(60_000);
                    } else if (kind == 1) {
                        synchronized (Main.class) {
                            Main.class.wait();
                        }
                    } else {
                        while (!Thread.interrupted()) {
                            Thread.onSpinWait();
                        }
                    }
                } catch (InterruptedException e) {
                    // That is what it waits for.
                }
                parcel.check(number);
            });
            sleeper.start();
            parcel.fill(i);
            sleeper.interrupt();
            sleeper.join();
        }
        System.out.println("done");
    }
}
