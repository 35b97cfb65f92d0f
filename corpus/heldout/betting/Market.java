package heldout.betting;

import java.util.ArrayDeque;
import java.util.Collections;
import java.util.NavigableMap;
import java.util.Queue;
import java.util.TreeMap;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;

class Market {

    enum Side { BACK, LAY }

    record Trade(String market, String backer, String layer, double odds, int stake) { }

    private static final class Order {
        final String punter;
        int open;

        Order(String punter, int open) {
            this.punter = punter;
            this.open = open;
        }
    }

    final String name;
    private final Ledger ledger;
    private final BlockingQueue<Trade> tape;
    private final Lock lock = new ReentrantLock();
    private final NavigableMap<Double, Queue<Order>> backs = new TreeMap<>(Collections.reverseOrder());
    private final NavigableMap<Double, Queue<Order>> lays = new TreeMap<>();
    private double lastOdds;

    Market(String name, Ledger ledger, BlockingQueue<Trade> tape) {
        this.name = name;
        this.ledger = ledger;
        this.tape = tape;
    }

    void place(String punter, Side side, double odds, int stake) {
        lock.lock();
        try {
            NavigableMap<Double, Queue<Order>> own = side == Side.BACK ? backs : lays;
            NavigableMap<Double, Queue<Order>> other = side == Side.BACK ? lays : backs;
            Queue<Order> counter = other.get(odds); // safe: market lock
            int left = stake;
            while (left > 0 && counter != null && !counter.isEmpty()) {
                Order o = counter.peek(); // safe: market lock
                int matched = Math.min(left, o.open);
                o.open -= matched; // safe: market lock
                left -= matched;
                if (o.open == 0) {
                    counter.remove(); // safe: market lock
                }
                lastOdds = odds; // race:odds
                boolean backing = side == Side.BACK;
                report(new Trade(name, backing ? punter : o.punter, backing ? o.punter : punter, odds, matched));
            }
            if (left > 0) {
                own.computeIfAbsent(odds, k -> new ArrayDeque<>()).add(new Order(punter, left)); // safe: market lock
            }
        } finally {
            lock.unlock();
        }
    }

    private void report(Trade t) {
        ledger.settle(t.backer(), t.layer(), t.stake());
        tape.add(t); // safe: blocking queue
    }

    double lastOdds() {
        return lastOdds; // race:odds
    }

    int depth() {
        lock.lock();
        try {
            return backs.size() + lays.size(); // safe: market lock
        } finally {
            lock.unlock();
        }
    }
}
