package driver;

import net.sf.ehcache.Cache;
import net.sf.ehcache.CacheManager;
import net.sf.ehcache.Element;
import net.sf.ehcache.config.CacheConfiguration;
import net.sf.ehcache.config.Configuration;
import net.sf.ehcache.store.MemoryStoreEvictionPolicy;

/** Three threads look up articles in a cache that is too small, one of them empties it; statistics are read meanwhile. */
public final class Main {
    private static final int LOOKUPS = 120;

    public static void main(String[] args) throws Exception {
        Configuration configuration = new Configuration();
        configuration.setUpdateCheck(false);
        CacheManager manager = CacheManager.create(configuration);
        CacheConfiguration articles = new CacheConfiguration("articles", 40)
                .memoryStoreEvictionPolicy(MemoryStoreEvictionPolicy.LFU).timeToIdleSeconds(2).eternal(false);
        articles.setStatistics(true);
        manager.addCache(new Cache(articles));
        Thread[] readers = new Thread[3];
        for (int i = 0; i < readers.length; i++) {
            int number = i;
            readers[i] = new Thread(() -> read(manager, number), "reader " + i);
            readers[i].start();
        }
        Thread.sleep(5);
        long hits = manager.getCache("articles").getStatistics().getCacheHits();
        for (Thread reader : readers) {
            reader.join();
        }
        manager.shutdown();
        System.out.println(hits >= 0 ? "done" : "no statistics");
    }

    private static void read(CacheManager manager, int reader) {
        Cache cache = manager.getCache("articles");
        for (int i = 0; i < LOOKUPS; i++) {
            Integer number = (i * (reader + 3)) % 80;
            Element found = cache.get(number);
            if (found == null) {
                cache.put(new Element(number, "article " + number));
            } else {
                found.getObjectValue();
            }
            if (reader == 0 && i == LOOKUPS / 2) {
                cache.removeAll();
            }
            if (reader == 1 && i % 30 == 0) {
                cache.evictExpiredElements();
                cache.getStatistics().getAverageGetTime();
            }
        }
    }
}
