package juc.pipes;

import java.io.PipedInputStream;
import java.io.PipedOutputStream;

/** Bytes through a pipe order what was written before them. */
public final class Main {
    static final int ROUNDS = 300;

    /** What is handed over. Its fields are plain: only the order of threads makes them safe. */
    static final class Parcel {
        int number;
        long weight;
        String label;
        int[] unused;

        Parcel fill(int i) {
            number = i; // safe: ordered
            weight = i * 3L;
            label = "parcel";
            return this;
        }

        void check(int i) {
            if (number != i || weight != i * 3L || !label.equals("parcel")) { // safe: ordered
                throw new AssertionError("a parcel was not seen as it was sent: " + number + ", not " + i);
            }
            number = -1; // safe: whoever gets it owns it
        }
    }

    static Parcel parcel;

    public static void main(String[] args) throws Exception {
        PipedOutputStream out = new PipedOutputStream();
        PipedInputStream in = new PipedInputStream(out);
        Thread other = new Thread(() -> {
            try {
                parcel = new Parcel().fill(3);
                out.write(42);
                out.flush();
                out.close();
            } catch (java.io.IOException e) {
                throw new AssertionError(e);
            }
        });
        other.start();
        if (in.read() != 42) {
            throw new AssertionError("another byte");
        }
        parcel.check(3); // safe: ordered
        other.join();
        System.out.println("done");
    }
}
