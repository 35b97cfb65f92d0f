package heldout.ratemeter;

import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.atomic.LongAdder;

/** Counters in all colours: atomics that are used well, and one read-modify-write beside them. */
public class Main {
    static class Window {
        final long start;
        final LongAdder hits = new LongAdder();

        Window(long start) {
            this.start = start;
        }
    }

    private final AtomicReference<Window> window = new AtomicReference<>(new Window(0));
    private final AtomicLong total = new AtomicLong();
    private long peak;
    private long[] histogram = new long[8];

    void hit(long now) {
        Window current = window.get(); // safe: atomic
        if (now - current.start > 10) {
            window.compareAndSet(current, new Window(now)); // safe: atomic
        }
        window.get().hits.increment(); // safe: adder
        long count = total.incrementAndGet(); // safe: atomic
        if (count > peak) { // race:peak
            peak = count; // race:peak
        }
        histogram[(int) (now & 7)]++; // race:histogram
    }

    public static void main(String[] args) throws InterruptedException {
        Main meter = new Main();
        Thread[] clients = new Thread[3];
        for (int i = 0; i < clients.length; i++) {
            long offset = i;
            clients[i] = new Thread(() -> {
                for (long now = 0; now < 50; now++) {
                    meter.hit(now + offset);
                }
            });
        }
        for (Thread client : clients) {
            client.start();
        }
        for (Thread client : clients) {
            client.join();
        }
        System.out.println(meter.total.get() + (meter.peak > 150 ? "!" : "") + meter.histogram.length); // safe: after join
    }
}
