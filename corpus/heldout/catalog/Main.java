package heldout.catalog;

import java.util.concurrent.ThreadLocalRandom;

/** A web shop's lazily loaded catalog, exchange rates and templates, requested by several handlers. */
public class Main {

    static class Catalog {
        private static Catalog instance;

        private final int capacity;
        private int articles;

        private Catalog(int capacity) {
            this.capacity = capacity;
            this.articles = capacity / 2; // race:articles
        }

        static Catalog get() {
            Catalog c = instance; // race:instance
            if (c == null) {
                synchronized (Catalog.class) {
                    c = instance; // safe: the only write holds the same monitor
                    if (c == null) {
                        c = new Catalog(250);
                        instance = c; // race:instance
                    }
                }
            }
            return c;
        }

        int freeSlots() {
            return capacity - articles; // race:articles
        }

        int capacity() {
            return capacity; // safe: final field
        }
    }

    static class Rates {
        private double usd;
        private double gbp;

        static Rates load() {
            Rates r = new Rates();
            r.usd = 1.09; // safe: published through a volatile
            r.gbp = 0.86; // safe: published through a volatile
            return r;
        }

        double convert(double eur, boolean toUsd) {
            return eur * (toUsd ? usd : gbp); // safe: published through a volatile
        }
    }

    static class Templates {
        private static class Holder {
            static final Templates INSTANCE = new Templates();
        }

        private String[] parts = {"<h1>", "</h1>"};

        static Templates get() {
            return Holder.INSTANCE;
        }

        String render(String text) {
            return parts[0] + text + parts[1]; // safe: published by class initialisation
        }
    }

    static class ArticleKey {
        private final String code;
        private int hash;

        ArticleKey(String code) {
            this.code = code;
        }

        @Override
        public int hashCode() {
            int h = hash; // race:hash
            if (h == 0) {
                h = 31 * code.length() + code.charAt(0);
                hash = h; // race:hash
            }
            return h;
        }
    }

    private volatile Rates rates;
    private final Object ratesLock = new Object();
    private final ArticleKey featured = new ArticleKey("SKU-4711");

    private Rates rates() {
        Rates r = rates; // safe: volatile
        if (r == null) {
            synchronized (ratesLock) {
                r = rates;
                if (r == null) {
                    rates = r = Rates.load(); // safe: volatile
                }
            }
        }
        return r;
    }

    private void handle() {
        double eur = ThreadLocalRandom.current().nextInt(10, 500);
        Catalog catalog = Catalog.get();
        String title = "Catalog (" + catalog.freeSlots() + " of " + catalog.capacity() + ")";
        String page = Templates.get().render(title);
        double price = rates().convert(eur, eur > 100);
        System.out.printf("%s %.2f #%d%n", page, price, featured.hashCode() % 100);
    }

    public static void main(String[] args) throws InterruptedException {
        Main shop = new Main();
        Thread[] handlers = new Thread[5];
        for (int i = 0; i < handlers.length; i++) {
            handlers[i] = new Thread(shop::handle, "http-" + i);
            handlers[i].start();
        }
        for (Thread h : handlers) {
            h.join();
        }
    }
}
