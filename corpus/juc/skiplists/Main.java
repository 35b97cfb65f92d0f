package juc.skiplists;

import java.util.concurrent.ConcurrentSkipListMap;

/** A thread looks for parcels while another one puts them into a skip list that gets more and more levels. */
public final class Main {
    static final int LISTS = 40;
    static final int PARCELS = 100;

    static final class Parcel {
        int number;

        Parcel(int number) {
            this.number = number;
        }
    }

    public static void main(String[] args) throws Exception {
        for (int list = 0; list < LISTS; list++) {
            ConcurrentSkipListMap<Integer, Parcel> map = new ConcurrentSkipListMap<>();
            Thread writer = new Thread(() -> {
                for (int i = 0; i < PARCELS; i++) {
                    map.put(i, new Parcel(i));
                }
            });
            writer.start();
            for (int i = 0; i < PARCELS; ) {
                Parcel parcel = map.get(i);
                if (parcel == null) {
                    Thread.onSpinWait();
                } else if (parcel.number != i++) {
                    throw new AssertionError("a parcel was not seen as it was sent");
                }
            }
            writer.join();
        }
        System.out.println("done");
    }
}
