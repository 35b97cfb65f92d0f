package conflicts.compound;

import java.util.ArrayList;
import java.util.List;
import java.util.Vector;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;

/** Compound actions on safe containers are no data races; what lies in the containers may be. */
public final class Main {
    static final class Stock {
        private int pieces;
        private volatile int reserved;
        private final List<String> notes = new ArrayList<>();
    }

    private final ConcurrentMap<String, Stock> shelf = new ConcurrentHashMap<>();
    private final Vector<String> orders = new Vector<>();

    private Stock stock(String article) {
        Stock found = shelf.get(article); // safe: concurrent
        if (found == null) {
            found = new Stock();
            Stock before = shelf.putIfAbsent(article, found); // safe: concurrent
            return before == null ? found : before;
        }
        return found;
    }

    void deliver(String article, int count) {
        Stock stock = stock(article);
        stock.pieces += count; // race:pieces
        stock.reserved = stock.reserved + 1; // safe: volatile, though not atomic
        synchronized (stock) {
            stock.notes.add("delivery"); // safe: every use holds the stock
        }
        if (!orders.contains(article)) { // safe: synchronized, though check then act
            orders.add(article); // safe: synchronized
        }
    }

    int sell(String article) {
        Stock stock = shelf.computeIfAbsent(article, key -> new Stock()); // safe: concurrent
        if (stock.pieces > 0) { // race:pieces
            stock.pieces--; // race:pieces
        }
        synchronized (stock) {
            return stock.notes.size() + stock.reserved; // safe: every use holds the stock
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Main shop = new Main();
        Thread lorry = new Thread(() -> {
            for (int i = 0; i < 5; i++) {
                shop.deliver("lamp", 2);
            }
        });
        Thread customer = new Thread(() -> {
            for (int i = 0; i < 5; i++) {
                shop.sell("lamp");
            }
        });
        lorry.start();
        customer.start();
        lorry.join();
        customer.join();
        System.out.println(shop.orders.size() + " " + shop.stock("lamp").notes.size()); // safe: after join
        if (shop.stock("lamp").pieces > 10) { // safe: after join
            throw new AssertionError();
        }
    }
}
