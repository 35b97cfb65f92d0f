package heldout.faretable;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;

/** A ticket machine: buys a fixed list of journeys. */
class Kiosk implements Callable<Integer> {
    private final FareCache cache;
    private final int seed;
    private final List<String> unknown = new ArrayList<>();
    private long oldest;

    Kiosk(FareCache cache, int seed) {
        this.cache = cache;
        this.seed = seed;
    }

    @Override
    public Integer call() throws Exception {
        int sold = 0;
        int n = FareSource.stations();
        for (int i = 0; i < 200; i++) {
            int from = (seed + i) % n;
            int to = (from + 1 + i % (n - 1)) % n;
            String key = i % 50 == 49 ? "Zed-" + i : FareSource.key(from, to);
            Fare fare = cache.find(key);
            if (fare == null) {
                unknown.add(key); // safe: every kiosk has a list of its own
            } else if (fare.payable() > 0) {
                sold++;
            }
            oldest = Math.max(oldest, cache.ageNanos()); // safe: field of one kiosk, one thread
            if (i % 20 == 0) {
                Thread.sleep(1);
            }
        }
        return sold;
    }

    int unknownCount() {
        return unknown.size(); // safe: asked after Future.get
    }

    boolean sawAge() {
        return oldest >= 0; // safe: asked after Future.get
    }
}
