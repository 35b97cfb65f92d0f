package juc.delayqueue;

import java.util.concurrent.DelayQueue;
import java.util.concurrent.Delayed;
import java.util.concurrent.TimeUnit;

/** Parcels go through a DelayQueue. */
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

    static final class Item implements Delayed {
        final long due = System.nanoTime() + 1000;
        Parcel parcel;

        Item(int i) {
            parcel = new Parcel().fill(i);
        }

        @Override
        public long getDelay(TimeUnit unit) {
            return unit.convert(due - System.nanoTime(), TimeUnit.NANOSECONDS);
        }

        @Override
        public int compareTo(Delayed other) {
            return Long.compare(due, ((Item) other).due);
        }
    }

    public static void main(String[] args) throws Exception {
        DelayQueue<Item> q = new DelayQueue<>();
        Thread producer = new Thread(() -> {
            try {
                for (int i = 0; i < ROUNDS; i++) {
                    q.put(new Item(i)); while (q.size() > 0) Thread.onSpinWait();
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
