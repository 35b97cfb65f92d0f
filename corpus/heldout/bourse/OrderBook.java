package heldout.bourse;

import java.util.HashMap;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.ReadWriteLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;

final class OrderBook {
    private final ReadWriteLock lock = new ReentrantReadWriteLock();
    private final PriorityQueue<Order> bids = new PriorityQueue<>(Order.DEAREST);
    private final PriorityQueue<Order> asks = new PriorityQueue<>(Order.CHEAPEST);
    private final Map<Integer, Order> byId = new HashMap<>();
    private final AtomicInteger ids = new AtomicInteger();
    private final MarketData market;
    private int lookups;
    private int matched;

    OrderBook(MarketData market) {
        this.market = market;
    }

    int place(boolean buy, int price, int quantity) {
        Order order = new Order(ids.incrementAndGet(), buy, price, quantity);
        lock.writeLock().lock();
        try {
            byId.put(order.id(), order); // safe: write lock
            match(order, buy ? asks : bids);
            if (order.wanted() > 0) {
                (buy ? bids : asks).add(order); // safe: write lock
                market.changeDepth(price, order.wanted());
            }
        } finally {
            lock.writeLock().unlock();
        }
        return order.id();
    }

    private void match(Order taker, PriorityQueue<Order> side) {
        while (taker.wanted() > 0 && !side.isEmpty()) {
            Order maker = side.peek(); // safe: caller holds the write lock
            if (!crosses(taker, maker)) {
                return;
            }
            int n = maker.fill(taker.wanted());
            taker.fill(n);
            matched += n; // safe: caller holds the write lock
            market.changeDepth(maker.price(), -n);
            market.print(trade(taker, maker, n));
            if (maker.wanted() == 0) {
                side.poll(); // safe: caller holds the write lock
            }
        }
    }

    private static boolean crosses(Order taker, Order maker) {
        return taker.isBuy() ? taker.price() >= maker.price() : taker.price() <= maker.price();
    }

    private static Trade trade(Order taker, Order maker, int n) {
        Order buyer = taker.isBuy() ? taker : maker;
        Order seller = taker.isBuy() ? maker : taker;
        return new Trade(buyer.id(), seller.id(), maker.price(), n);
    }

    int bestBid() {
        lock.readLock().lock();
        try {
            lookups++; // race:lookups
            Order best = bids.peek(); // safe: read lock
            return best == null ? 0 : best.price();
        } finally {
            lock.readLock().unlock();
        }
    }

    int remaining(int id) {
        Order order;
        lock.readLock().lock();
        try {
            order = byId.get(id); // safe: read lock
        } finally {
            lock.readLock().unlock();
        }
        return order == null ? 0 : order.remaining();
    }

    int matched() {
        lock.readLock().lock();
        try {
            return matched; // safe: read lock
        } finally {
            lock.readLock().unlock();
        }
    }

    /** Sum of all open quantities. */
    int openInterest() {
        lock.writeLock().lock();
        try {
            int sum = 0;
            for (Order o : byId.values()) { // safe: write lock
                sum += o.wanted();
            }
            return sum;
        } finally {
            lock.writeLock().unlock();
        }
    }

    int lookupsToday() {
        return lookups; // safe: after the close of trading
    }
}
