package heldout.bourse;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

public class Main {
    private static final int TRADERS = 4;
    private static final int ORDERS = 50;

    /** A trader's own books; returned to main when the day is over. */
    static final class Blotter {
        private int placed;
        private int shares;
        private boolean sane = true;
        private final List<Integer> orderIds = new ArrayList<>();
    }

    static final class Trader implements Callable<Blotter> {
        private final int seat;
        private final OrderBook book;
        private final MarketData market;
        private final Blotter blotter = new Blotter();

        Trader(int seat, OrderBook book, MarketData market) {
            this.seat = seat;
            this.book = book;
            this.market = market;
        }

        @Override
        public Blotter call() {
            for (int i = 0; i < ORDERS; i++) {
                boolean buy = (i + seat) % 2 == 0;
                int price = 100 + (i * 7 + seat * 3) % 10;
                int quantity = 1 + i % 5;
                int id = book.place(buy, price, quantity);
                blotter.orderIds.add(id); // safe: blotter is handed over by Future.get
                blotter.placed++; // safe: blotter is handed over by Future.get
                blotter.shares += quantity;
                check(price);
            }
            return blotter;
        }

        private void check(int price) {
            int first = blotter.orderIds.get(0); // safe: own blotter
            blotter.sane &= book.remaining(first) <= 5;
            blotter.sane &= book.bestBid() <= 110;
            blotter.sane &= market.depthAt(price) < 100_000;
            blotter.sane &= market.volume() >= 0;
        }
    }

    public static void main(String[] args) throws Exception {
        MarketData market = new MarketData();
        OrderBook book = new OrderBook(market);
        ExecutorService floor = Executors.newFixedThreadPool(TRADERS);
        List<Trader> traders = new ArrayList<>();
        for (int s = 0; s < TRADERS; s++) {
            traders.add(new Trader(s, book, market));
        }

        int placed = 0;
        int shares = 0;
        boolean sane = true;
        for (Future<Blotter> f : floor.invokeAll(traders)) {
            Blotter b = f.get();
            placed += b.placed; // safe: after Future.get
            shares += b.shares; // safe: after Future.get
            sane &= b.sane;
        }
        floor.shutdown();

        int open = book.openInterest();
        System.out.println("orders " + placed + ", shares " + shares);
        System.out.println("balance " + (open + 2 * book.matched() == shares) + ", tape " + (market.volume() == book.matched()));
        System.out.println("depth " + (market.finalDepth() == open) + ", range " + (market.range().low() <= market.range().high()));
        System.out.println("lookups " + (book.lookupsToday() > 0) + ", sane " + sane);
    }
}
