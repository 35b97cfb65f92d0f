package heldout.orderbooktwo;

import java.util.ArrayDeque;
import java.util.Collections;
import java.util.ConcurrentModificationException;
import java.util.Deque;
import java.util.Queue;
import java.util.TreeMap;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.LinkedBlockingQueue;

/** One thread per symbol; the book itself never leaves it. */
final class MatchingEngine extends Thread {
    private final String symbol;
    private final Clearing clearing;
    private final Queue<Trade> tape;
    private final BlockingQueue<BookCommand> commands = new LinkedBlockingQueue<>();
    private final TreeMap<Long, Deque<Order>> bids = new TreeMap<>(Collections.reverseOrder());
    private final TreeMap<Long, Deque<Order>> asks = new TreeMap<>();
    private volatile Quote quote = new Quote(0, 0, 0);
    private long lastPrice;
    private long sequence;

    MatchingEngine(String symbol, long openingPrice, Clearing clearing, Queue<Trade> tape) {
        super("engine-" + symbol);
        this.symbol = symbol;
        this.lastPrice = openingPrice;
        this.clearing = clearing;
        this.tape = tape;
    }

    String symbol() {
        return symbol;
    }

    void submit(Order order) {
        commands.add(new BookCommand.Submit(order)); // safe: queue hands the order over
    }

    CompletableFuture<Boolean> cancel(Order order) {
        var reply = new CompletableFuture<Boolean>();
        commands.add(new BookCommand.Cancel(order, reply));
        return reply;
    }

    void halt() {
        commands.add(new BookCommand.Halt());
    }

    Quote quote() {
        return quote; // safe: volatile, and the quote is immutable
    }

    long lastPrice() {
        return lastPrice; // race:lastprice
    }

    @Override
    public void run() {
        try {
            while (true) {
                BookCommand command = commands.take();
                if (command instanceof BookCommand.Submit s) {
                    match(s.order());
                } else if (command instanceof BookCommand.Cancel c) {
                    c.reply().complete(remove(c.order()));
                } else {
                    return;
                }
                publish();
            }
        } catch (InterruptedException e) {
            interrupt();
        }
    }

    private void match(Order incoming) {
        var opposite = incoming.side() == Order.Side.BUY ? asks : bids;
        while (incoming.open() > 0 && !opposite.isEmpty()) { // safe: book belongs to the engine thread
            var best = opposite.firstEntry(); // safe: book belongs to the engine thread
            boolean crosses = incoming.side() == Order.Side.BUY
                    ? best.getKey() <= incoming.limit()
                    : best.getKey() >= incoming.limit();
            if (!crosses) {
                break;
            }
            Order resting = best.getValue().peekFirst(); // safe: book belongs to the engine thread
            execute(incoming, resting, best.getKey());
            if (resting.open() == 0) {
                best.getValue().removeFirst(); // safe: book belongs to the engine thread
                if (best.getValue().isEmpty()) {
                    opposite.remove(best.getKey()); // safe: book belongs to the engine thread
                }
            }
        }
        if (incoming.open() > 0) {
            var own = incoming.side() == Order.Side.BUY ? bids : asks;
            own.computeIfAbsent(incoming.limit(), k -> new ArrayDeque<>()).addLast(incoming); // safe: engine thread
        }
    }

    private void execute(Order incoming, Order resting, long price) {
        int n = Math.min(incoming.open(), resting.open());
        incoming.fill(n);
        resting.fill(n);
        lastPrice = price; // race:lastprice
        boolean buying = incoming.side() == Order.Side.BUY;
        var trade = new Trade(symbol, price, n,
                buying ? incoming.accountId() : resting.accountId(),
                buying ? resting.accountId() : incoming.accountId());
        try {
            clearing.settle(trade);
        } catch (ConcurrentModificationException e) {
            System.out.println("to be settled by hand: " + trade);
        }
        tape.add(trade); // safe: concurrent queue
    }

    private boolean remove(Order order) {
        var side = order.side() == Order.Side.BUY ? bids : asks;
        var level = side.get(order.limit()); // safe: book belongs to the engine thread
        boolean removed = level != null && level.remove(order); // safe: book belongs to the engine thread
        if (removed && level.isEmpty()) {
            side.remove(order.limit()); // safe: book belongs to the engine thread
        }
        order.close();
        return removed;
    }

    private void publish() {
        sequence++; // safe: engine thread only
        long bid = bids.isEmpty() ? lastPrice - 1 : bids.firstKey(); // safe: engine thread is the only writer
        long ask = asks.isEmpty() ? lastPrice + 1 : asks.firstKey(); // safe: engine thread is the only writer
        quote = new Quote(bid, ask, sequence); // safe: volatile
    }

    /** Once the engine has ended. */
    int restingOrders() {
        int n = 0;
        for (var level : bids.values()) { // safe: engine was joined
            n += level.size();
        }
        for (var level : asks.values()) { // safe: engine was joined
            n += level.size();
        }
        return n;
    }
}
