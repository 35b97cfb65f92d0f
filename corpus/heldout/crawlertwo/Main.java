package heldout.crawlertwo;

import java.util.ArrayList;
import java.util.List;

public class Main {
    private static final int WORKERS = 4;

    public static void main(String[] args) throws InterruptedException {
        SimulatedWeb web = new SimulatedWeb(6, 40);
        Crawler crawler = new Crawler(web, SimulatedWeb.url(0, 0));
        Indexer indexer = new Indexer(crawler.fetched());
        indexer.start();

        List<Thread> workers = new ArrayList<>();
        for (int i = 0; i < WORKERS; i++) {
            Thread t = new Thread(crawler::work, "crawler-" + i);
            workers.add(t);
            t.start();
        }

        Thread reporter = new Thread(() -> report(crawler), "reporter");
        reporter.start();

        long deadline = System.currentTimeMillis() + 250;
        while (System.currentTimeMillis() < deadline && crawler.stats().pages() < 150) {
            Thread.sleep(5);
        }
        crawler.stop();

        for (Thread t : workers) {
            t.join();
        }
        reporter.interrupt();
        reporter.join();
        crawler.endOfPages();
        indexer.join();

        CrawlStats stats = crawler.stats();
        for (String error : stats.errors()) { // safe: the workers are joined
            System.out.println("  " + error);
        }
        crawler.hosts().values().forEach(h -> System.out.println(h.name() + " fetched " + h.fetched()));
        System.out.printf("pages=%d bytes=%d skipped=%d indexed=%d words=%d%n",
                stats.pages(), indexer.bytes(), crawler.skipped(), indexer.indexed(), indexer.words());
    }

    private static void report(Crawler crawler) {
        try {
            while (true) {
                Thread.sleep(20);
                CrawlStats stats = crawler.stats();
                List<String> errors = stats.errors();
                int count = errors.size(); // race:errors
                String last = count == 0 ? "none" : errors.get(count - 1); // race:errors
                System.out.println(stats.perHost() + " errors: " + count + " last: " + last);
            }
        } catch (InterruptedException e) {
            System.out.println("reporter done");
        }
    }
}
