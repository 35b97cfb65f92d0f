package heldout.cachesweep;

import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;

/** A page cache with a daemon housekeeper and a shutdown report. */
public class Main {

    static class PageCache {
        private final Map<String, Long> pages = new LinkedHashMap<>();
        private int evicted;

        synchronized void put(String url) {
            pages.put(url, System.nanoTime()); // safe: synchronized
        }

        synchronized int evictOlderThan(long nanos) {
            int n = 0;
            long now = System.nanoTime();
            for (Iterator<Long> it = pages.values().iterator(); it.hasNext();) { // safe: synchronized
                if (now - it.next() > nanos) {
                    it.remove();
                    n++;
                }
            }
            evicted += n; // safe: synchronized
            return n;
        }

        synchronized String summary() {
            return pages.size() + " pages, " + evicted + " evicted"; // safe: synchronized
        }
    }

    static class Housekeeper extends Thread {
        private final PageCache cache;
        private long lastSweep;
        private volatile int sweeps;
        private boolean stopRequested;
        private int biggest;

        Housekeeper(PageCache cache) {
            super("housekeeper");
            this.cache = cache;
            setDaemon(true);
        }

        @Override
        public void run() {
            while (!stopRequested) { // race:stop
                int n = cache.evictOlderThan(5_000_000L);
                if (n > biggest) { // safe: housekeeper only
                    biggest = n;
                }
                sweeps = sweeps + 1; // safe: volatile, single writer
                lastSweep = System.currentTimeMillis(); // race:lastsweep
                try {
                    Thread.sleep(2);
                } catch (InterruptedException e) {
                    return;
                }
            }
        }
    }

    static class Fetcher implements Runnable {
        final String host;
        final PageCache cache;
        int bytes;

        Fetcher(String host, PageCache cache) {
            this.host = host;
            this.cache = cache;
        }

        public void run() {
            for (int i = 0; i < 8; i++) {
                cache.put(host + "/page" + i);
                bytes += 100 + i; // safe: one thread per fetcher, read after join
                Thread.yield();
            }
        }
    }

    private static int served;

    public static void main(String[] args) throws InterruptedException {
        final PageCache cache = new PageCache();
        final Housekeeper keeper = new Housekeeper(cache);
        Runtime.getRuntime().addShutdownHook(new Thread("report") {
            @Override
            public void run() {
                keeper.stopRequested = true; // race:stop
                long last = keeper.lastSweep; // race:lastsweep
                System.out.println("last sweep known: " + (last != 0));
                System.out.println("swept at all: " + (keeper.sweeps > 0)); // safe: volatile
                System.out.println("served " + served); // safe: main wrote it before System.exit started this hook
                System.out.println(cache.summary());
            }
        });
        keeper.start();

        Fetcher[] fetchers = {new Fetcher("a.example", cache), new Fetcher("b.example", cache)};
        Thread[] threads = new Thread[fetchers.length];
        for (int i = 0; i < fetchers.length; i++) {
            threads[i] = new Thread(fetchers[i]);
            threads[i].start();
        }
        for (int i = 0; i < fetchers.length; i++) {
            threads[i].join();
            served += fetchers[i].bytes; // safe: that fetcher's thread was joined
        }
        Thread.sleep(10);
        System.exit(served > 0 ? 0 : 2);
    }
}
