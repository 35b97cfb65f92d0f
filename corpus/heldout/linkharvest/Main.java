package heldout.linkharvest;

import java.text.SimpleDateFormat;
import java.util.Collections;
import java.util.Date;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

public class Main {
    private static final int WORKERS = 3;
    private static final Map<String, List<String>> SITE = Map.of(
            "/", List.of("/news", "/shop", "/about"),
            "/news", List.of("/news/1", "/news/2", "/"),
            "/news/1", List.of("/news/2"),
            "/news/2", List.of("/news/1", "/shop"),
            "/shop", List.of("/shop/cart", "/shop/hats", "/about"),
            "/shop/cart", List.of("/"),
            "/shop/hats", List.of("/shop/cart"),
            "/about", List.of());

    enum Status { NEW, QUEUED, FETCHED }

    static class Page {
        final String url;
        int depth;
        Status status = Status.NEW;
        String fetchedBy;

        Page(String url, int depth) {
            this.url = url;
            this.depth = depth; // safe: handed over through the queue afterwards
        }
    }

    static class Crawler {
        private static final Page STOP = new Page("", -1);
        private static final SimpleDateFormat STAMP = new SimpleDateFormat("yyyy-MM-dd HH:mm");
        private static final ThreadLocal<SimpleDateFormat> DAY = ThreadLocal.withInitial(() -> new SimpleDateFormat("yyyy"));

        private final BlockingQueue<Page> frontier = new LinkedBlockingQueue<>();
        private final Set<String> seen = Collections.synchronizedSet(new HashSet<>());
        private final Map<String, Integer> index = new HashMap<>();
        private final Map<String, Page> pages = new ConcurrentHashMap<>();
        private final AtomicInteger outstanding = new AtomicInteger();
        private String lastMirror;

        void enqueue(Page page) {
            if (!seen.add(page.url)) { // safe: synchronized set, never iterated
                return;
            }
            outstanding.incrementAndGet();
            frontier.add(page); // safe: concurrent queue
            page.status = Status.QUEUED; // race:status
        }

        void work() {
            try {
                for (Page page = frontier.take(); page != STOP; page = frontier.take()) {
                    fetch(page);
                    if (outstanding.decrementAndGet() == 0) {
                        frontier.addAll(Collections.nCopies(WORKERS, STOP)); // safe: concurrent queue
                    }
                }
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }

        private void fetch(Page page) {
            page.fetchedBy = Thread.currentThread().getName(); // safe: exactly one worker takes the page
            page.status = Status.FETCHED; // race:status
            if (stamp().isEmpty() || DAY.get().format(new Date(0)).isEmpty()) { // safe: the thread's own format
                return;
            }
            synchronized (index) {
                index.put(page.url, page.depth); // race:index
            }
            pages.put(page.url, page); // safe: concurrent map
            for (String link : SITE.get(page.url)) { // safe: immutable map
                enqueue(new Page(link, page.depth + 1)); // safe: depth was written before the page was queued
            }
        }

        private String stamp() {
            try {
                return STAMP.format(new Date(86_400_000L)) + "."; // race:stamp
            } catch (RuntimeException e) {
                return "unknown";
            }
        }

        int indexed() {
            return index.size(); // race:index
        }

        Callable<String> probe(String mirror) {
            return () -> {
                lastMirror = mirror; // race:lastMirror
                return mirror;
            };
        }
    }

    public static void main(String[] args) throws Exception {
        Crawler crawler = new Crawler();
        ExecutorService pool = Executors.newFixedThreadPool(WORKERS);
        String answered = pool.invokeAny(List.of(crawler.probe("eu"), crawler.probe("us"), crawler.probe("asia")));
        boolean fine = answered != null && crawler.lastMirror != null; // race:lastMirror

        for (int i = 0; i < WORKERS; i++) {
            pool.execute(crawler::work);
        }
        Thread reporter = new Thread(() -> {
            for (int i = 0; i < 20 && crawler.indexed() <= SITE.size(); i++) {
                Thread.yield();
            }
        });
        reporter.start();
        crawler.enqueue(new Page("/", 0));
        pool.shutdown();
        if (!pool.awaitTermination(20, TimeUnit.SECONDS)) {
            throw new IllegalStateException("crawl did not end");
        }
        reporter.join();
        int done = crawler.index.size(); // safe: pool has terminated
        for (Page page : crawler.pages.values()) {
            fine &= page.fetchedBy != null; // safe: pool has terminated
            fine &= page.status != Status.NEW; // safe: pool has terminated
        }
        System.out.println("indexed " + done + " of " + SITE.size() + " " + fine);
    }
}
