package heldout.ticker2;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.locks.ReadWriteLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import java.util.function.Supplier;

/** Tiny stock ticker: one feed, several displays. */
public final class Main {

    private static final List<String> SYMBOLS = List.of("ACME", "INIT", "UMBR");

    record Quote(String symbol, double price, long stamp) { }

    static final class QuoteBoard {
        private final ReadWriteLock rw = new ReentrantReadWriteLock();
        private final Map<String, Quote> quotes = new HashMap<>();
        private double dayHigh = Double.NEGATIVE_INFINITY;
        private long lookups;
        private volatile long version;

        void publish(Quote q) {
            rw.writeLock().lock();
            try {
                quotes.put(q.symbol(), q); // safe: write lock
                if (q.price() > dayHigh) { // safe: write lock
                    dayHigh = q.price(); // safe: write lock
                }
                version++; // safe: volatile, only incremented under the write lock
            } finally {
                rw.writeLock().unlock();
            }
        }

        Optional<Quote> lookup(String symbol) {
            return reading(() -> {
                lookups++; // race:lookups
                return Optional.ofNullable(quotes.get(symbol)); // safe: read lock, read only
            });
        }

        double dayHigh() {
            return reading(() -> dayHigh); // safe: read lock against writers holding the write lock
        }

        long version() {
            return version; // safe: volatile
        }

        long lookups() {
            return lookups; // safe: main calls this when every display's future is done
        }

        private <T> T reading(Supplier<T> body) {
            rw.readLock().lock();
            try {
                return body.get();
            } finally {
                rw.readLock().unlock();
            }
        }
    }

    static final class MovingAverage {
        private final double[] window;
        private int filled;
        private volatile double current = Double.NaN;

        MovingAverage(int size) {
            window = new double[size];
        }

        void accept(double price) {
            int slot = filled % window.length; // safe: only the feed thread writes filled
            window[slot] = price; // safe: window is private to the feed thread
            filled++; // race:filled
            int n = Math.min(filled, window.length); // safe: feed thread reads its own value
            double sum = 0;
            for (int i = 0; i < n; i++) {
                sum += window[i]; // safe: window is private to the feed thread
            }
            current = sum / n; // safe: volatile
        }

        double current() {
            return current; // safe: volatile
        }

        int samples() {
            return filled; // race:filled
        }
    }

    static final class Feed extends Thread {
        private final QuoteBoard board;
        private final Map<String, MovingAverage> averages;
        private final Random random = new Random(17);

        Feed(QuoteBoard board, Map<String, MovingAverage> averages) {
            super("feed");
            this.board = board;
            this.averages = averages;
        }

        @Override
        public void run() {
            double base = 100;
            for (int tick = 0; tick < 30; tick++) {
                for (Map.Entry<String, MovingAverage> e : averages.entrySet()) { // safe: immutable map
                    base += random.nextGaussian(); // safe: Random is thread-safe, base is local
                    board.publish(new Quote(e.getKey(), base, tick));
                    e.getValue().accept(base);
                }
            }
        }
    }

    static Callable<String> display(int id, QuoteBoard board, Map<String, MovingAverage> averages) {
        return () -> {
            StringBuilder out = new StringBuilder("display ").append(id); // safe: local builder
            for (String symbol : SYMBOLS) { // safe: immutable list
                Optional<Quote> q = board.lookup(symbol);
                out.append(' ').append(symbol).append('=');
                out.append(q.map(x -> String.format("%.2f", x.price())).orElse("-"));
                MovingAverage avg = averages.get(symbol);
                out.append(String.format("(%.2f of %d)", avg.current(), avg.samples()));
            }
            return out.append(" v").append(board.version()).toString();
        };
    }

    public static void main(String[] args) throws Exception {
        QuoteBoard board = new QuoteBoard();
        Map<String, MovingAverage> averages =
                Map.of("ACME", new MovingAverage(4), "INIT", new MovingAverage(8), "UMBR", new MovingAverage(4));
        Feed feed = new Feed(board, averages);
        feed.start();

        ExecutorService screens = Executors.newFixedThreadPool(3, r -> {
            Thread t = new Thread(r, "screen");
            t.setDaemon(true);
            return t;
        });
        List<Callable<String>> jobs = new ArrayList<>();
        for (int i = 1; i <= 6; i++) {
            jobs.add(display(i, board, averages)); // safe: local list of main
        }
        for (Future<String> f : screens.invokeAll(jobs)) {
            System.out.println(f.get());
        }
        screens.shutdown();
        feed.join();
        System.out.printf("high %.2f after %d lookups%n", board.dayHigh(), board.lookups());
    }
}
