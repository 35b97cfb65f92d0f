package juc.priorityblockingqueue;

import java.util.concurrent.PriorityBlockingQueue;

/** Parcels go through a PriorityBlockingQueue. */
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

    static final class Item implements Comparable<Item> {
        final int rank;
        Parcel parcel;

        Item(int rank) {
            this.rank = rank;
            parcel = new Parcel().fill(rank);
        }

        @Override
        public int compareTo(Item other) {
            return Integer.compare(rank, other.rank);
        }
    }

    public static void main(String[] args) throws Exception {
        PriorityBlockingQueue<Item> q = new PriorityBlockingQueue<>();
        Thread producer = new Thread(() -> {
            try {
                for (int i = 0; i < ROUNDS; i++) {
                    q.put(new Item(i)); while (!q.isEmpty()) Thread.onSpinWait();
                }
            } catch (Exception e) {
                throw new AssertionError(e);
            }
        });
        producer.start();
        for (int i = 0; i < ROUNDS; i++) {
            q.take().parcel.check(i);
        }
        producer.join();
        System.out.println("done");
    }
}
