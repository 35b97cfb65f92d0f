package heldout.lrucache;

import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicInteger;

record Product(int id, String name, long cents) {}

final class ProductRepository {
    private final Map<Integer, Product> table = new HashMap<>();
    private final AtomicInteger queries = new AtomicInteger();

    ProductRepository(int size) {
        for (int i = 0; i < size; i++) {
            table.put(i, new Product(i, "product-" + i, 100 + i)); // safe: filled before any sharing
        }
    }

    Product find(int id) {
        queries.incrementAndGet();
        Thread.yield();
        return table.get(id); // safe: read only after construction
    }

    int queries() {
        return queries.get();
    }
}

final class ProductCatalog {
    private final LruCache<Integer, Product> cache;
    private final ProductRepository repository;
    private final Executor loaders;
    private final ConcurrentMap<Integer, CompletableFuture<Product>> inFlight = new ConcurrentHashMap<>();
    private volatile long priceFactor = 100;

    ProductCatalog(LruCache<Integer, Product> cache, ProductRepository repository, Executor loaders) {
        this.cache = cache;
        this.repository = repository;
        this.loaders = loaders;
    }

    Product lookup(int id) {
        Product cached = cache.get(id);
        if (cached != null) {
            return cached;
        }
        CompletableFuture<Product> load = inFlight.computeIfAbsent(id,
                key -> CompletableFuture.supplyAsync(() -> repository.find(key), loaders));
        Product product = load.join();
        cache.put(id, product);
        inFlight.remove(id, load); // safe: concurrent map
        return product;
    }

    long price(int id) {
        return lookup(id).cents() * priceFactor / 100; // safe: volatile
    }

    void reprice(long percent) {
        priceFactor = percent; // safe: volatile
        cache.invalidate(0);
    }
}
