package juc.threads;


/** Plain data before start and after join, isAlive and getState; inherited thread locals. */
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

    static final InheritableThreadLocal<Parcel> LOCAL = new InheritableThreadLocal<>();

    public static void main(String[] args) throws Exception {
        for (int i = 0; i < 40; i++) {
            Parcel in = new Parcel().fill(i);
            Parcel out = new Parcel();
            LOCAL.set(new Parcel().fill(8));
            int number = i;
            Thread thread = new Thread(() -> {
                in.check(number);
                LOCAL.get().check(8);
                out.fill(number);
            });
            thread.start();
            switch (i % 4) {
                case 0 -> thread.join();
                case 1 -> {
                    while (thread.isAlive()) {
                        Thread.onSpinWait();
                    }
                }
                case 2 -> {
                    while (thread.getState() != Thread.State.TERMINATED) {
                        Thread.onSpinWait();
                    }
                }
                default -> {
                    while (thread.isAlive()) {
                        thread.join(1);
                    }
                }
            }
            out.check(i);
        }
        System.out.println("done");
    }
}
