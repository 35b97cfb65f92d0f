package heldout.spider;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.*;
import java.util.concurrent.atomic.AtomicInteger;

/** Crawls an invented web site; one thread coordinates, a pool fetches, an indexer indexes. */
public class Main {
    static final class Page {
        final String url;
        final List<String> links = new ArrayList<>();
        int bytes;
        int rank;

        Page(String url) {
            this.url = url;
        }
    }

    /** Fetches one page; the result is not touched by the fetcher afterwards. */
    static final class Fetcher {
        private final AtomicInteger fetched = new AtomicInteger();
        private final StringBuilder trace = new StringBuilder();

        Page fetch(String url) {
            Page page = new Page(url);
            int number = Integer.parseInt(url.substring(url.lastIndexOf('/') + 1));
            for (int i = 1; i <= 3; i++) {
                page.links.add("site/" + (number * 3 + i) % 80); // safe: handed over by the future
            }
            page.bytes = 1000 + number * 11 % 500; // safe: handed over by the future
            fetched.incrementAndGet();
            synchronized (trace) {
                trace.append(number).append(' '); // safe: always under its own lock
            }
            return page;
        }

        int traceLength() {
            synchronized (trace) {
                return trace.length(); // safe: always under its own lock
            }
        }
    }

    static final class Indexer implements Runnable {
        private static final Page END = new Page("");
        private final BlockingQueue<Page> queue = new LinkedBlockingQueue<>();
        private final TreeMap<String, Integer> index = new TreeMap<>();
        private int indexed;
        private volatile boolean finished;

        @Override
        public void run() {
            try {
                for (Page page = queue.take(); page != END; page = queue.take()) {
                    page.rank = page.links.size() * 2; // safe: the coordinator let go of the page
                    index.put(page.url, page.rank); // safe: read after the volatile flag only
                    indexed++; // safe: read after the volatile flag only
                }
            } catch (InterruptedException e) {
                indexed = -1; // safe: read after the volatile flag only
            }
            finished = true;
        }

        String summary() {
            while (!finished) {
                Thread.onSpinWait();
            }
            return indexed + " indexed, first " + index.firstKey(); // safe: the flag has been read as true
        }
    }

    private final Deque<String> frontier = new ArrayDeque<>();
    private final Set<String> known = new HashSet<>();
    private long bytes;

    private void discover(String url) {
        if (known.add(url)) { // safe: coordinator only
            frontier.add(url); // safe: coordinator only
        }
    }

    private void crawl(CompletionService<Page> service, Fetcher fetcher, Indexer indexer) throws InterruptedException {
        discover("site/0");
        int inFlight = 0;
        while (inFlight > 0 || !frontier.isEmpty()) {
            while (!frontier.isEmpty() && inFlight < 6) {
                String url = frontier.poll(); // safe: coordinator only
                service.submit(() -> fetcher.fetch(url));
                inFlight++; // safe: local
            }
            try {
                Page page = service.take().get();
                inFlight--;
                bytes += page.bytes; // safe: the fetch has ended
                page.links.forEach(this::discover);
                indexer.queue.put(page);
            } catch (ExecutionException e) {
                inFlight--;
                System.out.println("failed: " + e.getCause());
            }
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Main crawler = new Main();
        Fetcher fetcher = new Fetcher();
        Indexer indexer = new Indexer();
        Thread indexing = new Thread(indexer, "indexer");
        indexing.setDaemon(true);
        indexing.start();
        ExecutorService pool = Executors.newFixedThreadPool(3);
        crawler.crawl(new ExecutorCompletionService<>(pool), fetcher, indexer);
        indexer.queue.put(Indexer.END);
        pool.shutdown();
        System.out.println(crawler.bytes + " bytes, " + crawler.known.size() + " pages known");
        System.out.println(indexer.summary());
        System.out.println(fetcher.fetched.get() + " fetched, trace of " + fetcher.traceLength());
    }
}
