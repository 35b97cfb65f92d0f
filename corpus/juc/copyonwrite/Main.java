package juc.copyonwrite;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Vector;
import java.util.concurrent.CopyOnWriteArrayList;

/** Parcels are published through a CopyOnWriteArrayList and through synchronized collections. */
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

    static void pass(List<Parcel> list) throws InterruptedException {
        Thread other = new Thread(() -> {
            for (int i = 0; i < ROUNDS; i++) {
                list.add(new Parcel().fill(i)); // safe: ordered (false alarm: a synchronized list is told from its backing list only by its class)
            }
        });
        other.start();
        for (int i = 0; i < ROUNDS; i++) {
            while (list.size() <= i) {
                Thread.onSpinWait();
            }
            list.get(i).check(i);
        }
        other.join();
    }

    public static void main(String[] args) throws Exception {
        pass(new CopyOnWriteArrayList<>());
        pass(Collections.synchronizedList(new ArrayList<>()));
        pass(new Vector<>());
        System.out.println("done");
    }
}
