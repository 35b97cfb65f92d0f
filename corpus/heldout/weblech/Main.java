package heldout.weblech;

import java.util.Map;
import java.util.TreeSet;

/** Mirrors a (simulated) web site with several spider threads. */
public class Main {

    public static void main(String[] args) throws InterruptedException {
        FakeWeb web = new FakeWeb(25);
        SpiderConfig config = new SpiderConfig("/index.html", 4, 3);
        Spider spider = new Spider(web, config);

        Thread[] threads = new Thread[config.threads];
        for (int i = 0; i < threads.length; i++) {
            threads[i] = new Thread(spider, "spider-" + i);
            threads[i].start();
        }

        Thread.sleep(120);
        spider.stop();
        for (Thread t : threads) {
            t.join();
        }

        System.out.println("fetched " + spider.pages() + " pages, "
            + spider.bytes() + " bytes"); // safe: spiders are joined
        Map<String, Integer> sizes = spider.sizes();
        for (String url : new TreeSet<>(sizes.keySet())) { // safe: spiders are joined
            System.out.println("  " + url + " " + sizes.get(url));
        }
    }
}
