package juc.concurrentmaps;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentSkipListMap;

/** Parcels are published through concurrent maps and sets. */
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

    static void pass(Map<Integer, Parcel> map) throws InterruptedException {
        Thread other = new Thread(() -> {
            for (int i = 0; i < ROUNDS; i++) {
                map.put(i, new Parcel().fill(i));
                int key = i + ROUNDS;
                map.computeIfAbsent(key, k -> new Parcel().fill(k));
            }
        });
        other.start();
        for (int i = 0; i < ROUNDS; i++) {
            Parcel parcel;
            while ((parcel = map.get(i)) == null) {
                Thread.onSpinWait();
            }
            parcel.check(i);
            while ((parcel = map.remove(i + ROUNDS)) == null) {
                Thread.onSpinWait();
            }
            parcel.check(i + ROUNDS);
        }
        other.join();
    }

    public static void main(String[] args) throws Exception {
        pass(new ConcurrentHashMap<>());
        pass(new ConcurrentSkipListMap<>());
        System.out.println("done");
    }
}
