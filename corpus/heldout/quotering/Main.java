package heldout.quotering;

import java.util.HashMap;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicReference;

public class Main {

    /** What the screen shows; replaced as a whole, never changed after publication. */
    static class Board {
        Map<String, Long> prices = new HashMap<>();
        int updates;
        boolean closed;
    }

    static final AtomicReference<Board> board = new AtomicReference<>(new Board());
    static volatile Map<String, String> companyNames = Map.of();

    static void feed(QuoteRing ring) {
        String[] symbols = {"ACM", "BYT", "COG"};
        for (int i = 0; i < 60; i++) {
            Quote q = new Quote();
            q.symbol = symbols[i % symbols.length]; // safe: before the release in offer
            q.cents = 1000 + 7L * i; // safe: before the release in offer
            while (!ring.offer(q)) {
                Thread.yield();
            }
        }
        while (!ring.offer(Quote.LAST)) {
            Thread.yield();
        }
    }

    static void show(QuoteRing ring) {
        while (true) {
            Quote q = ring.poll();
            if (q == null) {
                Thread.yield();
                continue;
            }
            Board old = board.get();
            Board b = new Board();
            b.prices.putAll(old.prices); // safe: old boards are only read
            b.updates = old.updates;
            if (q == Quote.LAST) {
                b.closed = true;
                board.set(b);
                return;
            }
            b.prices.put(q.symbol, q.cents); // safe: board still private, quote received via the ring
            b.updates++; // safe: board still private
            board.lazySet(b);
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Map<String, String> names = new TreeMap<>();
        QuoteRing ring = new QuoteRing(8);
        Thread screen = new Thread(() -> show(ring), "screen");
        Thread feed = new Thread(() -> feed(ring), "feed");
        screen.start();
        feed.start();

        Thread register = new Thread(() -> {
            names.put("ACM", "Acme"); // safe: before the volatile write
            names.put("BYT", "Bytes & Sons");
            companyNames = names;
        }, "register");
        register.start();
        while (companyNames.isEmpty()) { // safe: either Map.of() or the finished map
            Thread.sleep(1);
        }
        System.out.println(names.get("ACM")); // safe: the volatile read saw the published map

        Board b;
        do {
            Thread.sleep(2);
            b = board.get();
            int n = b.updates; // safe: published by lazySet/set, read through get
            if (n % 2 == 0) {
                System.out.println(n + " " + b.prices.size()); // safe: published boards do not change
            }
        } while (!b.closed); // safe: written before set
        System.out.println(b.prices + " after " + b.updates); // safe: published boards do not change
        feed.join();
        screen.join();
        register.join();
    }
}
