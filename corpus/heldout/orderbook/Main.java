package heldout.orderbook;

import java.util.*;
import java.util.concurrent.locks.*;

/** Matches limit orders of several traders while a ticker displays the market. */
public class Main {

    record Trade(int price, int quantity) { }

    record Top(int bid, int ask) { }

    static final class Order {
        final boolean buy;
        final int price;
        int remaining;

        Order(boolean buy, int price, int quantity) {
            this.buy = buy;
            this.price = price;
            this.remaining = quantity;
        }
    }

    static final class Book {
        private final ReentrantReadWriteLock rw = new ReentrantReadWriteLock();
        private final TreeMap<Integer, Deque<Order>> bids = new TreeMap<>(Comparator.reverseOrder());
        private final TreeMap<Integer, Deque<Order>> asks = new TreeMap<>();
        private final List<Trade> trades = new ArrayList<>();
        private volatile Top top = new Top(0, 0);
        private int lastPrice;
        private int depthQueries;

        void submit(Order o) {
            rw.writeLock().lock();
            try {
                TreeMap<Integer, Deque<Order>> other = o.buy ? asks : bids;
                while (o.remaining > 0 && !other.isEmpty()) {
                    Map.Entry<Integer, Deque<Order>> best = other.firstEntry(); // safe: write lock
                    int price = best.getKey();
                    if (o.buy ? price > o.price : price < o.price) {
                        break;
                    }
                    Order resting = best.getValue().peekFirst();
                    int qty = Math.min(o.remaining, resting.remaining); // safe: all writes are under the write lock
                    o.remaining -= qty; // safe: the incoming order is known to its own trader only
                    resting.remaining -= qty; // race:remaining
                    if (resting.remaining == 0) {
                        best.getValue().pollFirst();
                        if (best.getValue().isEmpty()) {
                            other.remove(price);
                        }
                    }
                    trades.add(new Trade(price, qty)); // race:trades
                    lastPrice = price; // race:lastprice
                }
                if (o.remaining > 0) {
                    (o.buy ? bids : asks).computeIfAbsent(o.price, p -> new ArrayDeque<>()).addLast(o);
                }
                top = new Top(bids.isEmpty() ? 0 : bids.firstKey(), asks.isEmpty() ? 0 : asks.firstKey());
            } finally {
                rw.writeLock().unlock();
            }
        }

        int depth() {
            rw.readLock().lock();
            try {
                depthQueries++; // race:depthqueries
                return bids.size() + asks.size(); // safe: read lock against write lock
            } finally {
                rw.readLock().unlock();
            }
        }

        List<Trade> trades() {
            rw.readLock().lock();
            try {
                return Collections.unmodifiableList(trades);
            } finally {
                rw.readLock().unlock();
            }
        }
    }

    static volatile boolean open = true;

    public static void main(String[] args) throws InterruptedException {
        Book book = new Book();
        Thread ticker = new Thread(() -> {
            int lines = 0;
            while (open) {
                Top t = book.top; // safe: volatile reference to an immutable record
                List<Trade> tape = book.trades();
                int n = tape.size(); // race:trades
                int last = n == 0 ? 0 : tape.get(n - 1).quantity(); // race:trades
                if (lines++ < 3) {
                    System.out.println(t + " last=" + book.lastPrice + " qty=" + last + " levels=" + book.depth()); // race:lastprice
                }
                Thread.yield();
            }
        }, "ticker");
        ticker.start();

        Thread[] traders = new Thread[3];
        int[] openQuantity = new int[traders.length];
        for (int i = 0; i < traders.length; i++) {
            final int me = i;
            traders[i] = new Thread(() -> {
                Random rnd = new Random(me);
                for (int k = 0; k < 150; k++) {
                    Order o = new Order(rnd.nextBoolean(), 95 + rnd.nextInt(10), 1 + rnd.nextInt(20));
                    book.submit(o);
                    openQuantity[me] += o.remaining; // race:remaining
                    if (book.depth() > 12) {
                        Thread.yield();
                    }
                }
            });
            traders[i].start();
        }
        for (Thread t : traders) {
            t.join();
        }
        open = false;
        ticker.join();
        int sum = openQuantity[0] + openQuantity[1] + openQuantity[2]; // safe: own slot each, read after join
        System.out.println("trades=" + book.trades().size() + " unfilled=" + sum + " queries=" + book.depthQueries); // safe: after join
    }
}
