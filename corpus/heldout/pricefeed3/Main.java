package heldout.pricefeed3;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;

public class Main {

    record Quote(String symbol, String venue, double bid, double ask) {
        double mid() {
            return (bid + ask) / 2; // safe: record components are final
        }
    }

    static class Feed {
        private final List<Consumer<Quote>> listeners = new CopyOnWriteArrayList<>();
        private final Map<String, Quote> bySymbol = new ConcurrentHashMap<>();
        private Quote last;

        Runnable subscribe(Consumer<Quote> listener) {
            listeners.add(listener); // safe: copy on write list
            return () -> listeners.remove(listener);
        }

        void publish(Quote q) {
            bySymbol.put(q.symbol(), q);
            last = q; // race:last
            for (Consumer<Quote> l : listeners) { // safe: copy on write list
                l.accept(q);
            }
        }

        Quote last() {
            return last; // race:last
        }

        Quote quote(String symbol) {
            return bySymbol.get(symbol);
        }
    }

    static class Venue extends Thread {
        private final Feed feed;
        private final Random rnd;
        private double price = 100;

        Venue(String name, Feed feed, long seed) {
            super(name);
            this.feed = feed;
            this.rnd = new Random(seed);
        }

        @Override
        public void run() {
            for (int i = 0; i < 25; i++) {
                price += rnd.nextGaussian(); // safe: only this venue's thread
                String symbol = i % 2 == 0 ? "ACME" : "INIT";
                feed.publish(new Quote(symbol, getName(), price - 0.1, price + 0.1));
                if (i % 10 == 9) {
                    Thread.yield();
                }
            }
        }
    }

    static class AveragePrice implements Consumer<Quote> {
        private final String symbol;
        private double sum;
        private int count;

        AveragePrice(String symbol) {
            this.symbol = symbol;
        }

        @Override
        public void accept(Quote q) {
            if (!q.symbol().equals(symbol)) {
                return;
            }
            sum += q.mid(); // race:sum
            count++; // race:count
        }

        double value() {
            int n = count; // safe: asked for after the venues were joined
            return n == 0 ? Double.NaN : sum / n; // safe: asked for after the venues were joined
        }
    }

    static class SpreadAlert implements Consumer<Quote> {
        private double high = Double.NEGATIVE_INFINITY;
        private int alerts;

        @Override
        public synchronized void accept(Quote q) {
            if (q.mid() > high + 0.5) { // safe: synchronized method
                high = q.mid();
                alerts++; // safe: synchronized method
            }
        }

        synchronized int alerts() {
            return alerts;
        }
    }

    static class PerVenueCount implements Consumer<Quote> {
        private final Map<String, int[]> counts = new ConcurrentHashMap<>();

        @Override
        public void accept(Quote q) {
            int[] cell = counts.computeIfAbsent(q.venue(), v -> new int[1]);
            cell[0]++; // safe: each venue has its own cell and its own thread (false alarm: a cell for each venue is found by a name)
        }

        int of(String venue) {
            return counts.get(venue)[0]; // safe: asked for after the venues were joined
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Feed feed = new Feed();
        AveragePrice acme = new AveragePrice("ACME");
        SpreadAlert alert = new SpreadAlert();
        PerVenueCount perVenue = new PerVenueCount();
        List<Quote> tape = Collections.synchronizedList(new ArrayList<>());
        feed.subscribe(acme);
        feed.subscribe(alert);
        feed.subscribe(perVenue);
        feed.subscribe(tape::add); // safe: synchronized list

        Venue xetra = new Venue("xetra", feed, 3);
        Venue bats = new Venue("bats", feed, 4);
        xetra.start();
        bats.start();

        Thread ticker = new Thread(() -> {
            for (int i = 0; i < 5; i++) {
                Quote q = feed.last();
                if (q != null) {
                    System.out.printf("%s %.2f @%s%n", q.symbol(), q.bid(), q.venue()); // safe: immutable record
                }
                Thread.yield();
            }
        }, "ticker");
        ticker.setDaemon(true);
        ticker.start();

        Runnable unsubscribe = feed.subscribe(q -> { });
        xetra.join();
        bats.join();
        unsubscribe.run();

        System.out.printf("average %.2f, alerts %d%n", acme.value(), alert.alerts());
        System.out.println("xetra " + perVenue.of("xetra") + " bats " + perVenue.of("bats"));
        System.out.println("tape " + tape.size() + " last ACME from " + feed.quote("ACME").venue());
    }
}
