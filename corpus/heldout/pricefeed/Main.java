package heldout.pricefeed;

import java.text.DecimalFormat;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/** Price feed: exchange threads publish quotes to subscribers that run on a dispatcher pool. */
public class Main {

    interface Subscriber {
        void onQuote(String symbol, Quote q);
    }

    static class Quote {
        double bid;
        double ask;
        final long seq;

        Quote(double bid, double ask, long seq) {
            this.bid = bid;
            this.ask = ask;
            this.seq = seq;
        }

        double mid() {
            return (bid + ask) / 2; // race:bid
        }
    }

    static class Feed {
        private final Map<String, Quote> latest = new ConcurrentHashMap<>();
        private final List<Subscriber> subscribers = Collections.synchronizedList(new ArrayList<>());
        private final ExecutorService dispatcher;
        private volatile Map<String, Double> closing = Map.of();

        Feed(ExecutorService dispatcher) {
            this.dispatcher = dispatcher;
        }

        void subscribe(Subscriber s) {
            subscribers.add(s); // safe: synchronized list, walked under its monitor
        }

        void publish(String symbol, double bid, double ask, long seq, List<Future<?>> sink) {
            Quote q = new Quote(bid, ask, seq);
            latest.put(symbol, q);
            List<Subscriber> copy;
            synchronized (subscribers) {
                copy = new ArrayList<>(subscribers); // safe: under the list's monitor
            }
            for (Subscriber s : copy) {
                sink.add(dispatcher.submit(() -> s.onQuote(symbol, q))); // safe: each exchange has its own sink
            }
        }

        void correct(String symbol, double bid) {
            Quote q = latest.get(symbol);
            if (q != null) {
                q.bid = bid; // race:bid
            }
        }

        void closeDay() {
            Map<String, Double> m = new TreeMap<>();
            latest.forEach((k, v) -> m.put(k, v.ask)); // safe: ask never changes after construction
            closing = m; // safe: volatile, map not touched afterwards
        }
    }

    static class Ticker implements Subscriber {
        private final DecimalFormat format = new DecimalFormat("0.00");
        private String last = "";
        private long highestSeq;

        @Override
        public void onQuote(String symbol, Quote q) {
            String text = symbol + " " + format.format(q.mid()); // race:format
            synchronized (this) {
                last = text; // race:last
                if (q.seq > highestSeq) { // safe: ticker monitor
                    highestSeq = q.seq; // safe: ticker monitor
                }
            }
        }

        String line() {
            return last; // race:last
        }

        synchronized long highest() {
            return highestSeq; // safe: ticker monitor
        }
    }

    public static void main(String[] args) throws Exception {
        ExecutorService dispatcher = Executors.newFixedThreadPool(3);
        Feed feed = new Feed(dispatcher);
        Ticker ticker = new Ticker();
        feed.subscribe(ticker);
        CountDownLatch done = new CountDownLatch(2);
        List<List<Future<?>>> sinks = List.of(new ArrayList<>(), new ArrayList<>());
        String[] symbols = {"ACME", "GLOB"};
        for (int x = 0; x < 2; x++) {
            final int ex = x;
            new Thread(() -> {
                for (int i = 1; i <= 20; i++) {
                    feed.publish(symbols[ex], 10 + i, 10.5 + i, i, sinks.get(ex)); // safe: array only read
                    if (i % 7 == 0) {
                        feed.correct(symbols[ex], 9.9 + i);
                    }
                }
                done.countDown();
            }).start();
        }
        System.out.println("screen: " + ticker.line() + " #" + ticker.highest());
        done.await();
        for (List<Future<?>> sink : sinks) {
            for (Future<?> f : sink) { // safe: after the latch
                try {
                    f.get();
                } catch (ExecutionException e) {
                    System.out.println("subscriber failed: " + e.getCause());
                }
            }
        }
        feed.closeDay();
        dispatcher.shutdown();
        System.out.println(feed.closing + " " + ticker.line());
    }
}
