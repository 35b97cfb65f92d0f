package heldout.floristorders;

import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

final class Stock {
    private final Map<String, Integer> stems = new HashMap<>();
    private final Map<String, Integer> prices = new ConcurrentHashMap<>();

    Stock with(String flower, int count, int cents) {
        synchronized (stems) {
            stems.put(flower, count); // safe: under the monitor of the map
        }
        prices.put(flower, cents); // safe: concurrent map
        return this;
    }

    boolean take(String flower, int count) {
        synchronized (stems) {
            Integer have = stems.get(flower); // safe: under the monitor of the map
            if (have == null || have < count) {
                return false;
            }
            stems.put(flower, have - count); // safe: under the monitor of the map
            return true;
        }
    }

    int left(String flower) {
        synchronized (stems) {
            return stems.getOrDefault(flower, 0); // safe: under the monitor of the map
        }
    }

    int priceOf(String flower) {
        return prices.getOrDefault(flower, 0); // safe: concurrent map
    }
}
