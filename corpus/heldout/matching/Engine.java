package heldout.matching;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.LinkedBlockingQueue;

/** Single writer: all book changes happen on the engine's own thread. */
class Engine implements Runnable {

    interface Command {
        void apply(Engine e);
    }

    record Trade(long buyId, long sellId, int price, int qty) { }

    record Ack(long orderId, int filled, int resting) { }

    record Top(Integer bid, Integer ask) { }

    private final BlockingQueue<Command> commands = new LinkedBlockingQueue<>();
    private final Map<Side, TreeMap<Integer, Deque<Order>>> book = new EnumMap<>(Side.class);
    private final List<Trade> trades = new ArrayList<>();
    private volatile Top top = new Top(null, null);
    private boolean halted;

    Engine() {
        for (Side s : Side.values()) {
            book.put(s, new TreeMap<>()); // safe: before the engine thread starts
        }
    }

    CompletableFuture<Ack> submit(Order o) {
        CompletableFuture<Ack> reply = new CompletableFuture<>();
        commands.add(e -> reply.complete(e.match(o)));
        return reply;
    }

    void halt() {
        commands.add(e -> e.halted = true); // safe: the lambda runs on the engine thread
    }

    @Override
    public void run() {
        try {
            while (!halted) { // safe: engine thread only
                commands.take().apply(this);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private Ack match(Order o) {
        TreeMap<Integer, Deque<Order>> other = book.get(o.side.opposite());
        int filled = 0;
        while (o.open() > 0 && !other.isEmpty()) {
            Integer best = o.side == Side.BUY ? other.firstKey() : other.lastKey();
            if (o.side == Side.BUY ? best > o.price : best < o.price) {
                break;
            }
            Deque<Order> level = other.get(best);
            Order resting = level.peekFirst();
            int qty = Math.min(o.open(), resting.open());
            o.fill(qty);
            resting.fill(qty);
            filled += qty;
            boolean buying = o.side == Side.BUY;
            trades.add(new Trade(buying ? o.id : resting.id, buying ? resting.id : o.id, best, qty)); // safe: engine thread
            if (resting.open() == 0) {
                level.removeFirst();
            }
            if (level.isEmpty()) {
                other.remove(best); // safe: engine thread
            }
        }
        if (o.open() > 0) {
            book.get(o.side).computeIfAbsent(o.price, p -> new ArrayDeque<>()).addLast(o); // safe: engine thread
        }
        TreeMap<Integer, Deque<Order>> bids = book.get(Side.BUY);
        TreeMap<Integer, Deque<Order>> asks = book.get(Side.SELL);
        top = new Top(bids.isEmpty() ? null : bids.lastKey(), asks.isEmpty() ? null : asks.firstKey());
        return new Ack(o.id, filled, o.open());
    }

    Top top() {
        return top; // safe: volatile
    }

    List<Trade> trades() {
        return trades; // safe: main asks after join
    }
}
