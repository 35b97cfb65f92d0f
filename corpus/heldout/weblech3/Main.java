package heldout.weblech3;

import java.util.ArrayDeque;
import java.util.Collections;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;

/** A small web spider which walks an in-memory site. */
public class Main {
    public static void main(String[] args) throws InterruptedException {
        Site site = Site.sample();
        Spider spider = new Spider(site, 3);
        spider.start("/index.html");
        for (int poll = 0; poll < 40 && spider.isBusy(); poll++) {
            Thread.sleep(5);
        }
        spider.stop();
        spider.awaitEnd();
        System.out.println("pages seen " + spider.seen.size()); // safe: all spider threads joined
        System.out.println("bytes " + spider.bytes.get()); // safe: atomic
        System.out.println("broken " + spider.broken); // safe: all spider threads joined
    }
}

class Site {
    private final Map<String, List<String>> links = new HashMap<>();

    static Site sample() {
        Site s = new Site();
        s.page("/index.html", "/a.html", "/b.html", "/c.html");
        s.page("/a.html", "/b.html", "/a1.html", "/a2.html");
        s.page("/b.html", "/index.html", "/b1.html", "/missing.html");
        s.page("/c.html", "/a.html", "/b1.html", "/c1.html", "/gone.html");
        s.page("/a1.html", "/index.html");
        s.page("/a2.html", "/c1.html");
        s.page("/b1.html");
        s.page("/c1.html", "/b.html");
        return s;
    }

    private void page(String url, String... out) {
        links.put(url, List.of(out)); // safe: filled before the threads start, read-only later
    }

    List<String> fetch(String url) throws InterruptedException {
        Thread.sleep(2);
        return links.get(url); // safe: read-only map
    }
}

class DownloadQueue {
    private final Deque<String> urls = new ArrayDeque<>();
    private int handedOut;

    synchronized void push(String url) {
        urls.addLast(url); // safe: synchronized method
    }

    synchronized String pop() {
        String u = urls.pollFirst(); // safe: synchronized method
        if (u != null) {
            handedOut++;
        }
        return u;
    }

    synchronized void finished() {
        handedOut--; // safe: synchronized method
    }

    synchronized boolean exhausted() {
        return urls.isEmpty() && handedOut == 0;
    }
}

class Spider implements Runnable {
    private final Site site;
    private final DownloadQueue queue = new DownloadQueue();
    private final Thread[] threads;
    final Set<String> seen = new HashSet<>();
    final Set<String> broken = Collections.synchronizedSet(new HashSet<>());
    final AtomicLong bytes = new AtomicLong();
    private int running;
    private boolean quit;

    Spider(Site site, int n) {
        this.site = site;
        this.threads = new Thread[n];
    }

    void start(String first) {
        seen.add(first); // safe: before the threads start
        queue.push(first);
        quit = false; // safe: before the threads start
        for (int i = 0; i < threads.length; i++) {
            threads[i] = new Thread(this, "spider-" + i);
            threads[i].start();
        }
    }

    boolean isBusy() {
        int r = running; // race:running1,running2
        return r > 0 || !queue.exhausted();
    }

    void stop() {
        quit = true; // race:quit
    }

    void awaitEnd() throws InterruptedException {
        for (Thread t : threads) { // safe: array is touched by main only
            t.join();
        }
    }

    @Override
    public void run() {
        synchronized (this) {
            running++; // race:running1
        }
        try {
            while (!quit) { // race:quit
                String url = queue.pop();
                if (url == null) {
                    if (queue.exhausted()) {
                        break;
                    }
                    Thread.sleep(1);
                    continue;
                }
                try {
                    download(url);
                } finally {
                    queue.finished();
                }
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } finally {
            synchronized (this) {
                running--; // race:running2
            }
        }
    }

    private void download(String url) throws InterruptedException {
        List<String> out = site.fetch(url);
        if (out == null) {
            broken.add(url); // safe: synchronized set
            return;
        }
        bytes.addAndGet(url.length() * 100L + out.size()); // safe: atomic
        for (String link : out) {
            if (seen.contains(link)) { // race:seen
                continue;
            }
            boolean fresh;
            synchronized (seen) {
                fresh = seen.add(link); // race:seen
            }
            if (fresh) {
                queue.push(link);
            }
        }
    }
}
