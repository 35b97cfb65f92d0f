package heldout.handoffs;

/** Unit-test style check of a one-slot handoff built with wait and notify. */
public class Main {

    static class Slot<T> {
        private T item;
        private boolean closed;

        synchronized void put(T t) throws InterruptedException {
            while (item != null) { // safe: slot monitor
                wait();
            }
            item = t; // safe: slot monitor
            notifyAll();
        }

        synchronized T take() throws InterruptedException {
            while (item == null && !closed) { // safe: slot monitor
                wait();
            }
            T t = item; // safe: slot monitor
            item = null; // safe: slot monitor
            notifyAll();
            return t;
        }

        synchronized void close() throws InterruptedException {
            while (item != null) { // safe: slot monitor
                wait();
            }
            closed = true; // safe: slot monitor
            notifyAll();
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Slot<int[]> slot = new Slot<>();
        long[] sum = new long[1];
        Thread consumer = new Thread(() -> {
            try {
                for (int[] box = slot.take(); box != null; box = slot.take()) {
                    box[0] *= 2; // safe: the producer let go of the box in put()
                    sum[0] += box[0]; // safe: main reads after join
                }
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        });
        consumer.start();
        for (int i = 1; i <= 100; i++) {
            int[] box = new int[1];
            box[0] = i; // safe: before put()
            slot.put(box);
        }
        slot.close();
        consumer.join();
        System.out.println(sum[0] == 10100 ? "ok" : "wrong sum " + sum[0]); // safe: after join
    }
}
