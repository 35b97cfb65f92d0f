package heldout.cartservice;

import java.util.HashMap;
import java.util.Map;
import java.util.function.Supplier;

/** Keeps an immutable price table which a background job replaces as a whole. */
class PriceCache {
    private final Supplier<Map<String, Integer>> source;
    private volatile Map<String, Integer> prices = Map.of();
    private int hits;
    private int generation;

    PriceCache(Supplier<Map<String, Integer>> source) {
        this.source = source;
    }

    /** Only the refresher calls this (and main, once, before the refresher is scheduled). */
    void refresh() {
        generation++; // safe: main before scheduling, then only the single scheduler thread
        Map<String, Integer> next = new HashMap<>(source.get());
        next.put("gift-wrap", 2 + generation % 2); // safe: not yet published
        prices = next;
    }

    int priceOf(String sku) {
        Map<String, Integer> table = prices;
        Integer price = table.get(sku); // safe: table is never changed after the volatile write
        if (price == null) {
            throw new IllegalArgumentException("no price for " + sku);
        }
        hits++; // race:hits
        return price;
    }

    int hitCount() {
        return hits; // safe: main calls it after the handlers' pool has terminated
    }
}
