package juc.initialisers;


/** What a class initialiser writes is seen by everyone who uses the class. */
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

    static final class Holder {
        static final Parcel PARCEL = new Parcel().fill(4);
        static Parcel plain = new Parcel().fill(5);
    }

    enum Colour {
        RED, GREEN;
        Parcel parcel = new Parcel().fill(6);
    }

    public static void main(String[] args) throws Exception {
        Thread[] threads = new Thread[4];
        for (int i = 0; i < threads.length; i++) {
            threads[i] = new Thread(() -> {
                long sum = Holder.PARCEL.weight + Holder.plain.weight + Colour.GREEN.parcel.weight;
                if (sum != 3 * (4 + 5 + 6)) {
                    throw new AssertionError("half an initialiser was seen");
                }
            });
        }
        for (Thread thread : threads) {
            thread.start();
        }
        for (Thread thread : threads) {
            thread.join();
        }
        System.out.println("done");
    }
}
