package heldout.tariffcache;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;

/** Shipping tariffs cached in memory and refreshed in the background. */
public final class Main {
    private static final String[] ZONES = {"EU", "US", "APAC", "LATAM", "AFR"};

    /** Where tariffs come from; the real thing would be a remote call. */
    interface TariffSource {
        int priceOf(String zone, int version);
    }

    /** One version of all tariffs. */
    static final class TariffTable {
        private final int version;
        private final Map<String, Integer> prices = new HashMap<>();
        private final Map<String, Integer> surcharges = new HashMap<>();
        private int totalPrice;

        TariffTable(int version) {
            this.version = version;
        }

        void price(String zone, int cents) {
            prices.put(zone, cents); // safe: only while the table is still private to its maker
            totalPrice += cents; // safe: only while the table is still private to its maker
        }

        void surcharge(String zone, int cents) {
            surcharges.put(zone, cents); // race:surcharges
        }

        int lookup(String zone) {
            Integer base = prices.get(zone); // safe: table came through the volatile field
            return base == null ? 0 : base;
        }

        int surchargeOf(String zone) {
            Integer extra = surcharges.get(zone); // race:surcharges
            return extra == null ? 0 : extra;
        }

        int totalPrice() {
            return totalPrice; // safe: table came through the volatile field
        }

        int version() {
            return version;
        }
    }

    /** Renders prices; costly to build, hence made on first use. */
    static final class PriceFormat {
        private String unit;
        private int digits;

        static PriceFormat load() {
            PriceFormat format = new PriceFormat();
            format.unit = "EUR"; // safe: not yet published
            format.digits = 2; // safe: not yet published
            return format;
        }

        int widthOf(int cents) {
            return unit.length() + digits + Integer.toString(cents).length(); // safe: published by a volatile
        }
    }

    static final class TariffCache {
        private final TariffSource source;
        private final LongAdder lookups = new LongAdder();
        private volatile TariffTable current;
        private volatile PriceFormat format;
        private long lastRefresh;
        private int hits;
        private int refreshes;

        TariffCache(TariffSource source) {
            this.source = source;
        }

        void prime() {
            current = build(0);
        }

        void refresh() {
            refreshes++; // safe: only the single refresh thread, main reads after termination
            TariffTable next = build(refreshes); // safe: same thread
            current = next;
            for (String zone : ZONES) {
                next.surcharge(zone, 5);
            }
            lastRefresh = System.nanoTime(); // race:lastrefresh
        }

        private TariffTable build(int version) {
            TariffTable table = new TariffTable(version);
            for (String zone : ZONES) {
                table.price(zone, source.priceOf(zone, version));
            }
            return table;
        }

        int quote(String zone) {
            lookups.increment(); // safe: LongAdder
            TariffTable table = current; // safe: volatile
            int cents = table.lookup(zone);
            if (cents > 0) {
                hits++; // race:hits
            }
            return cents + table.surchargeOf(zone);
        }

        boolean stale(long now) {
            return now - lastRefresh > TimeUnit.HOURS.toNanos(1); // race:lastrefresh
        }

        PriceFormat format() {
            PriceFormat local = format; // safe: volatile double-checked locking
            if (local == null) {
                synchronized (this) {
                    local = format;
                    if (local == null) {
                        local = PriceFormat.load();
                        format = local; // safe: volatile write after the object is complete
                    }
                }
            }
            return local;
        }

        int refreshes() {
            return refreshes; // safe: after the refresher has terminated
        }

        boolean hitsPlausible() {
            return hits <= lookups.sum(); // safe: clients are done by Future.get
        }
    }

    /** What one client saw. */
    static final class ClientStats {
        int quotes;
        int width;
        int stale;

        void merge(ClientStats other) {
            quotes += other.quotes; // safe: result of Future.get
            width += other.width; // safe: result of Future.get
            stale += other.stale;
        }
    }

    static final class Client implements Callable<ClientStats> {
        private final TariffCache cache;
        private final int offset;
        private final ClientStats stats = new ClientStats();
        private int lastVersion;

        Client(TariffCache cache, int offset) {
            this.cache = cache;
            this.offset = offset;
        }

        @Override
        public ClientStats call() {
            for (int i = 0; i < 400; i++) {
                String zone = ZONES[(i + offset) % ZONES.length]; // safe: constant table
                int cents = cache.quote(zone);
                stats.quotes++; // safe: client's own object until get
                stats.width += cache.format().widthOf(100 + cents % 100);
                if (cache.stale(System.nanoTime())) {
                    stats.stale++;
                }
                TariffTable table = cache.current;
                if (table.version() < lastVersion || table.totalPrice() <= 0) {
                    throw new IllegalStateException("version went backwards");
                }
                lastVersion = table.version(); // safe: one thread per client
            }
            return stats;
        }
    }

    public static void main(String[] args) throws Exception {
        TariffCache cache = new TariffCache((zone, version) -> 100 + zone.length() * 10 + version % 7);
        cache.prime();
        ScheduledExecutorService refresher = Executors.newSingleThreadScheduledExecutor();
        refresher.scheduleAtFixedRate(cache::refresh, 0, 1, TimeUnit.MILLISECONDS);
        ExecutorService pool = Executors.newFixedThreadPool(3);
        List<Future<ClientStats>> futures = new ArrayList<>();
        for (int i = 0; i < 4; i++) {
            futures.add(pool.submit(new Client(cache, i)));
        }
        ClientStats sum = new ClientStats();
        for (Future<ClientStats> future : Collections.unmodifiableList(futures)) {
            sum.merge(future.get());
        }
        pool.shutdown();
        Thread.sleep(5);
        refresher.shutdown();
        if (!refresher.awaitTermination(5, TimeUnit.SECONDS)) {
            throw new IllegalStateException("refresher hangs");
        }
        System.out.println("quotes " + sum.quotes + " width " + sum.width);
        System.out.println("refreshed " + (cache.refreshes() > 0) + " hits ok " + cache.hitsPlausible());
    }
}
