package heldout.orderbooktwo;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicLong;

final class Trader implements Callable<TraderSummary> {
    private static final AtomicLong ORDER_IDS = new AtomicLong();

    private final Account account;
    private final Clearing clearing;
    private final List<MatchingEngine> engines;
    private final Random random;
    private final List<Order> working = new ArrayList<>();
    private int sent;

    Trader(Account account, Clearing clearing, List<MatchingEngine> engines, long seed) {
        this.account = account;
        this.clearing = clearing;
        this.engines = engines;
        this.random = new Random(seed);
    }

    Account account() {
        return account;
    }

    @Override
    public TraderSummary call() {
        int cancelled = 0;
        for (int i = 0; i < 150; i++) {
            var engine = engines.get(random.nextInt(engines.size()));
            var order = decide(engine);
            engine.submit(order);
            working.add(order); // safe: list of this trader
            sent++; // safe: field of this trader's task
            if (i % 10 == 9) {
                CompletableFuture<Boolean> reply = engine.cancel(order);
                if (reply.join()) {
                    cancelled++;
                }
            }
        }
        int filled = 0;
        for (var order : working) { // safe: list of this trader
            if (order.isClosed() || order.id() % 2 == 0) {
                filled += order.filled();
            }
        }
        if (clearing.fees() < 0) {
            throw new IllegalStateException("negative fees");
        }
        return new TraderSummary(sent, filled, cancelled); // safe: field of this trader's task
    }

    private Order decide(MatchingEngine engine) {
        var quote = engine.quote();
        long reference = quote.sequence() == 0 ? engine.lastPrice() : (quote.bid() + quote.ask()) / 2;
        if (random.nextInt(8) == 0) {
            reference = engine.lastPrice();
        }
        int quantity = 1 + random.nextInt(20);
        long limit = Math.max(1, reference + random.nextInt(7) - 3);
        var side = random.nextBoolean() && account.canAfford(limit * quantity) ? Order.Side.BUY : Order.Side.SELL;
        return new Order(ORDER_IDS.incrementAndGet(), account.id(), side, limit, quantity);
    }
}
