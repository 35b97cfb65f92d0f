package heldout.poisonpill;

import java.text.SimpleDateFormat;
import java.util.ArrayList;
import java.util.Date;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;

/** Imports meter readings: parsers feed a queue, bookers empty it until they meet the end marker. */
public class Main {

    static class Reading {
        String meter;
        int value;
        String bookedAt;
    }

    private static final Reading END = new Reading();
    private static final ThreadLocal<SimpleDateFormat> STAMP = ThreadLocal.withInitial(() -> new SimpleDateFormat("mm:ss", Locale.ROOT));

    static class Parser implements Runnable {
        private final String source;
        private final BlockingQueue<Reading> out;
        private int parsed;

        Parser(String source, BlockingQueue<Reading> out) {
            this.source = source;
            this.out = out;
        }

        @Override
        public void run() {
            try {
                for (int i = 0; i < 50; i++) {
                    Reading r = new Reading();
                    r.meter = source + i % 5; // safe: before the hand-over
                    r.value = i * 3; // safe: before the hand-over
                    parsed++; // safe: one parser object per task, read after get
                    out.put(r);
                }
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }
    }

    static class Booker {
        private final BlockingQueue<Reading> in;
        private final Map<String, Integer> sums = new HashMap<>();
        private final List<Reading> booked = new ArrayList<>();

        Booker(BlockingQueue<Reading> in) {
            this.in = in;
        }

        Map<String, Integer> drain() throws InterruptedException {
            while (true) {
                Reading r = in.take();
                if (r == END) {
                    in.put(END); // safe: the marker carries no data
                    return sums; // safe: handed to the waiter through the future
                }
                r.bookedAt = STAMP.get().format(new Date(r.value * 1000L)); // safe: the taker owns the reading, the format is per thread
                sums.merge(r.meter, r.value, Integer::sum); // safe: map of this booker
                booked.add(r); // safe: list of this booker
            }
        }
    }

    static class Heartbeat extends Thread {
        private int beats;
        private String farewell;

        @Override
        public void run() {
            while (!isInterrupted()) {
                beats++; // safe: only this thread until it is joined
                try {
                    TimeUnit.MILLISECONDS.sleep(2);
                } catch (InterruptedException e) {
                    interrupt();
                }
            }
            farewell = "stopped after " + (beats > 0 ? "some" : "no") + " beats"; // safe: read after join
        }
    }

    public static void main(String[] args) throws Exception {
        BlockingQueue<Reading> queue = new ArrayBlockingQueue<>(8);
        Heartbeat heart = new Heartbeat();
        heart.start();
        ExecutorService pool = Executors.newCachedThreadPool();
        List<Parser> parsers = List.of(new Parser("gas", queue), new Parser("power", queue));
        List<Booker> bookers = List.of(new Booker(queue), new Booker(queue), new Booker(queue));
        List<Future<?>> parsing = new ArrayList<>();
        List<Future<Map<String, Integer>>> booking = new ArrayList<>();
        for (Booker b : bookers) {
            booking.add(pool.submit(b::drain));
        }
        for (Parser p : parsers) {
            parsing.add(pool.submit(p));
        }
        for (Future<?> f : parsing) {
            f.get();
        }
        queue.put(END);
        int parsed = parsers.get(0).parsed + parsers.get(1).parsed; // safe: both parsers have been awaited
        Map<String, Integer> total = new HashMap<>();
        for (Future<Map<String, Integer>> f : booking) {
            f.get().forEach((k, v) -> total.merge(k, v, Integer::sum)); // safe: after get, in the main thread
        }
        pool.shutdown();
        heart.interrupt();
        heart.join();
        String last = bookers.stream().filter(b -> !b.booked.isEmpty())
                .map(b -> b.booked.get(b.booked.size() - 1).bookedAt).findFirst().orElse("-"); // safe: bookers are done
        System.out.println(parsed + " parsed, " + total.size() + " meters, " + last + ", " + heart.farewell + " " + heart.beats); // safe: joined
    }
}
