package heldout.sitecrawl;

import java.util.*;
import java.util.concurrent.*;
import java.util.concurrent.atomic.*;

/** Crawls a made-up web of pages with a thread pool and ranks them by incoming links. */
public class Main {

    static class Page {
        final String url;
        String title;
        int rank;
        Page(String url) {
            this.url = url;
        }
    }

    static class Robots {
        private static Set<String> disallowed;
        static boolean allows(String url) {
            Set<String> rules = disallowed; // race:robots
            if (rules == null) {
                rules = Set.of("host1/13", "host2/4", "host0/17"); // safe: immutable set
                disallowed = rules; // race:robots
            }
            return !rules.contains(url);
        }
    }

    static class Fetcher {
        private static final Map<Integer, String> TITLES = new HashMap<>();
        private static final ThreadLocal<StringBuilder> SCRATCH = ThreadLocal.withInitial(StringBuilder::new);
        static {
            for (int i = 0; i < 40; i++) {
                TITLES.put(i, "Title no. " + i); // safe: filled during class initialisation
            }
        }

        static String title(String url) {
            StringBuilder sb = SCRATCH.get();
            sb.setLength(0); // safe: per thread
            return sb.append(TITLES.get(number(url))).append(" on ").append(url, 0, 5).toString(); // safe: map is not changed any more
        }

        static List<String> links(String url) {
            int n = number(url);
            List<String> out = new ArrayList<>();
            for (int k = 1; k <= 3; k++) {
                int target = (n * 2 + k) % 40;
                out.add("host" + target % 3 + "/" + target);
            }
            return out;
        }

        private static int number(String url) {
            return Integer.parseInt(url.substring(url.indexOf('/') + 1));
        }
    }

    static class Crawler {
        private final ExecutorService pool = Executors.newFixedThreadPool(4);
        private final Set<String> visited = ConcurrentHashMap.newKeySet();
        private final Map<String, Page> pages = new ConcurrentHashMap<>();
        private final Map<String, Integer> linksPerHost = new HashMap<>();
        private final List<String> refused = new CopyOnWriteArrayList<>();
        private final AtomicInteger pending = new AtomicInteger(1);
        private final CountDownLatch idle = new CountDownLatch(1);
        private int deepest;
        void enqueue(String url, int depth) {
            if (!visited.add(url)) {
                return;
            }
            pending.incrementAndGet();
            pool.execute(() -> {
                try {
                    visit(url, depth);
                } finally {
                    finished();
                }
            });
        }

        private void finished() {
            if (pending.decrementAndGet() == 0) {
                idle.countDown();
            }
        }

        private void visit(String url, int depth) {
            if (!Robots.allows(url)) {
                refused.add(url); // safe: copy-on-write list
                return;
            }
            if (depth > deepest) { // race:deepest
                deepest = depth; // race:deepest
            }
            Page page = pages.computeIfAbsent(url, Page::new);
            page.title = Fetcher.title(url); // safe: a page is visited once, the title is read at the end (false alarm: that each page is visited once is not seen)
            for (String link : Fetcher.links(url)) {
                Page target = pages.computeIfAbsent(link, Page::new);
                target.rank++; // race:rank
                String host = link.substring(0, link.indexOf('/'));
                linksPerHost.merge(host, 1, Integer::sum); // race:hosts
                enqueue(link, depth + 1);
            }
        }
        void await() throws InterruptedException {
            finished();
            idle.await();
            pool.shutdown();
        }
    }
    public static void main(String[] args) throws InterruptedException {
        Crawler crawler = new Crawler();
        for (String seed : List.of("host0/0", "host1/1", "host2/20")) {
            crawler.enqueue(seed, 0);
        }
        crawler.await();
        Page best = null;
        for (Page p : crawler.pages.values()) {
            if (best == null || p.rank > best.rank) { // safe: after the last task counted down
                best = p;
            }
        }
        System.out.println("best " + best.url + " '" + best.title + "' rank " + best.rank); // safe: same
        System.out.println("hosts " + crawler.linksPerHost + ", depth " + crawler.deepest); // safe: same
        System.out.println("refused " + crawler.refused);
    }
}
