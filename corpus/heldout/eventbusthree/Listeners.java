package heldout.eventbusthree;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.LongAdder;

final class Templates {
    private static Templates instance;

    private final Map<String, String> texts;

    private Templates() {
        texts = Map.of("order", "%s ordered %d", "price", "%s now costs %d");
    }

    static Templates get() {
        Templates current = instance; // race:templates
        if (current == null) {
            current = new Templates();
            instance = current; // race:templates
        }
        return current;
    }

    String render(String key, Object... args) {
        return String.format(texts.get(key), args); // safe: final immutable map
    }
}

final class StockKeeper implements Listener {
    private final Map<String, Integer> sold = new HashMap<>();
    private int handled;

    @Override
    public void on(Envelope envelope) {
        if (envelope.event() instanceof Event.OrderPlaced order) {
            sold.merge(order.sku(), order.quantity(), Integer::sum); // safe: runs on a single thread executor (false alarm: which executor belongs to which listener is not known)
        }
        handled++; // safe: runs on a single thread executor (false alarm: as above)
    }

    Map<String, Integer> sold() {
        return sold;
    }

    int handled() {
        return handled; // safe: asked on the same executor
    }
}

final class Journal implements Listener {
    private final List<String> lines = Collections.synchronizedList(new ArrayList<>());

    @Override
    public void on(Envelope envelope) {
        String line = switch (envelope.event().getClass().getSimpleName()) {
            case "OrderPlaced" -> {
                var order = (Event.OrderPlaced) envelope.event();
                yield Templates.get().render("order", envelope.source(), order.quantity());
            }
            case "PriceChanged" -> {
                var price = (Event.PriceChanged) envelope.event();
                yield Templates.get().render("price", price.sku(), price.cents());
            }
            default -> "event " + envelope.sequence();
        };
        lines.add(line); // race:journal
    }

    int size() {
        return lines.size(); // safe: synchronized list
    }

    int countMatching(String text) {
        int n = 0;
        for (String line : lines) { // race:journal
            if (line.contains(text)) {
                n++;
            }
        }
        return n;
    }

    int longest() {
        int longest = 0;
        synchronized (lines) {
            for (String line : lines) { // safe: holds the list's monitor
                longest = Math.max(longest, line.length());
            }
        }
        return longest;
    }
}

final class PriceBoard implements Listener {
    private final Map<String, Long> prices = new ConcurrentHashMap<>();
    private final LongAdder updates = new LongAdder();

    @Override
    public void on(Envelope envelope) {
        if (envelope.event() instanceof Event.PriceChanged change) {
            if (change.cents() < 0) {
                throw new IllegalArgumentException("negative price from " + envelope.source());
            }
            prices.merge(change.sku(), change.cents(), Math::max); // safe: concurrent map
            updates.increment();
        }
    }

    Map<String, Long> prices() {
        return prices;
    }

    long updates() {
        return updates.sum();
    }
}

final class LoginCounter implements Listener {
    private final ConcurrentHashMap<String, AtomicInteger> logins = new ConcurrentHashMap<>();

    @Override
    public void on(Envelope envelope) {
        if (envelope.event() instanceof Event.UserLoggedIn login) {
            logins.computeIfAbsent(login.user(), u -> new AtomicInteger()).incrementAndGet(); // safe: atomic in concurrent map
        }
    }

    int total() {
        return logins.values().stream().mapToInt(AtomicInteger::get).sum();
    }
}
