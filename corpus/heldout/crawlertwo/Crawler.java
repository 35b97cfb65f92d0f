package heldout.crawlertwo;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.atomic.AtomicInteger;

final class Crawler {
    static final Page END = new Page("");

    private final SimulatedWeb web;
    private final Frontier frontier;
    private final CrawlStats stats = new CrawlStats();
    private final Map<String, Host> hosts = new ConcurrentHashMap<>();
    private final BlockingQueue<Page> fetched = new LinkedBlockingQueue<>();
    private final AtomicInteger skipped = new AtomicInteger();
    private boolean stopRequested;

    Crawler(SimulatedWeb web, String seed) {
        this.web = web;
        this.frontier = new Frontier(seed);
    }

    void work() {
        try {
            while (!stopRequested) { // race:stop
                String url = frontier.next();
                if (url == null) {
                    break;
                }
                List<String> discovered = new ArrayList<>();
                try {
                    visit(url, discovered);
                } catch (IllegalStateException e) {
                    stats.error(e.getMessage());
                } finally {
                    frontier.done(discovered);
                }
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void visit(String url, List<String> discovered) throws InterruptedException {
        String hostName = url.substring(0, url.indexOf('/'));
        Host host = hosts.computeIfAbsent(hostName, Host::new);
        RobotsRules rules = host.robots();
        if (!rules.allows(url)) {
            skipped.incrementAndGet();
            return;
        }
        host.awaitTurn(rules.delayMicros());
        Page page = web.fetch(url);
        discovered.addAll(page.links()); // safe: list local to the worker
        stats.page(host.name());
        fetched.add(page);
    }

    void stop() {
        stopRequested = true; // race:stop
        frontier.close();
    }

    void endOfPages() {
        fetched.add(END);
    }

    CrawlStats stats() {
        return stats;
    }

    int skipped() {
        return skipped.get();
    }

    Map<String, Host> hosts() {
        return hosts;
    }

    BlockingQueue<Page> fetched() {
        return fetched;
    }
}

final class Indexer extends Thread {
    private final BlockingQueue<Page> input;
    private final Map<String, List<String>> index = new HashMap<>();
    private int indexed;
    private long bytes;

    Indexer(BlockingQueue<Page> input) {
        super("indexer");
        this.input = input;
    }

    @Override
    public void run() {
        try {
            for (Page page = input.take(); page != Crawler.END; page = input.take()) {
                for (String word : page.title().split("[ /.]")) {
                    index.computeIfAbsent(word, w -> new ArrayList<>()).add(page.url()); // safe: indexer thread only
                }
                indexed++; // safe: indexer thread only, main after join
                bytes += page.bytes(); // safe: indexer thread only, main after join
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    int indexed() {
        return indexed; // safe: main after join
    }

    long bytes() {
        return bytes; // safe: main after join
    }

    int words() {
        return index.size(); // safe: main after join
    }
}
