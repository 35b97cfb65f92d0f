import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Follows the links of a small web site with four workers.
 *
 * <p>It finds every page on most days. The workers share a set and a counter that are not made for that: a page may be
 * read twice, a link may not be counted, and the set may lose pages while it grows.
 */
public class LinkCrawler {
    private static final Map<String, List<String>> SITE = Map.of(
            "/", List.of("/docs", "/blog", "/about"),
            "/docs", List.of("/docs/install", "/docs/usage", "/"),
            "/docs/install", List.of("/docs/usage"),
            "/blog", List.of("/blog/1", "/blog/2", "/"),
            "/blog/1", List.of("/blog/2", "/docs"),
            "/about", List.of("/", "/jobs"));

    private final ExecutorService workers = Executors.newFixedThreadPool(4);
    private final AtomicInteger pending = new AtomicInteger();
    private final CountDownLatch done = new CountDownLatch(1);

    private final Set<String> visited = new HashSet<>();
    private int links;

    Set<String> crawl(String start) throws InterruptedException {
        enqueue(start);
        done.await();
        workers.shutdown();
        return visited;
    }

    private void enqueue(String page) {
        pending.incrementAndGet();
        workers.execute(() -> visit(page));
    }

    private void visit(String page) {
        if (visited.add(page)) {
            for (String link : SITE.getOrDefault(page, List.of())) {
                links++;
                enqueue(link);
            }
        }
        if (pending.decrementAndGet() == 0) {
            done.countDown();
        }
    }

    public static void main(String[] args) throws InterruptedException {
        LinkCrawler crawler = new LinkCrawler();
        Set<String> pages = crawler.crawl("/");
        System.out.println(pages.size() + " pages, " + crawler.links + " links");
    }
}
