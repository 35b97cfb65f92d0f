package heldout.crawlertwo;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.ReentrantLock;

final class Page {
    private final String url;
    private String title;
    private List<String> links;
    private int bytes;

    Page(String url) {
        this.url = url;
    }

    void fill(String newTitle, List<String> newLinks, int size) {
        title = newTitle; // safe: before the page is queued
        links = newLinks; // safe: before the page is queued
        bytes = size; // safe: before the page is queued
    }

    String url() {
        return url;
    }

    String title() {
        return title; // safe: handed over by the queue
    }

    List<String> links() {
        return links; // safe: handed over by the queue
    }

    int bytes() {
        return bytes; // safe: handed over by the queue
    }
}

record RobotsRules(List<String> disallowed, long delayMicros) {
    static RobotsRules parse(String host) {
        return new RobotsRules(List.of("/private" + host.length() % 3), 200 + host.length() * 10L);
    }

    boolean allows(String url) {
        return disallowed.stream().noneMatch(url::contains);
    }
}

final class Host {
    private final String name;
    private final ReentrantLock slot = new ReentrantLock();
    private long nextFetch;
    private int fetched;
    private RobotsRules robots;

    Host(String name) {
        this.name = name;
    }

    String name() {
        return name;
    }

    RobotsRules robots() {
        if (robots == null) { // race:robots
            robots = RobotsRules.parse(name); // race:robots
        }
        return robots; // race:robots
    }

    void awaitTurn(long delayMicros) throws InterruptedException {
        slot.lock();
        try {
            long now = System.nanoTime();
            long wait = nextFetch - now; // safe: under slot
            if (fetched > 0 && wait > 0) { // safe: under slot
                Thread.sleep(wait / 1_000_000, (int) (wait % 1_000_000));
            }
            nextFetch = System.nanoTime() + delayMicros * 1000; // safe: under slot
            fetched++; // safe: under slot
        } finally {
            slot.unlock();
        }
    }

    int fetched() {
        slot.lock();
        try {
            return fetched; // safe: under slot
        } finally {
            slot.unlock();
        }
    }
}

final class SimulatedWeb {
    private final Map<String, List<String>> links = new HashMap<>();

    SimulatedWeb(int hosts, int pagesPerHost) {
        for (int h = 0; h < hosts; h++) {
            for (int p = 0; p < pagesPerHost; p++) {
                List<String> out = new ArrayList<>();
                out.add(url(h, (p * 3 + 1) % pagesPerHost));
                out.add(url((h + 1) % hosts, (p + 2) % pagesPerHost));
                out.add(url((h + p) % hosts, (p * 7 + 3) % (pagesPerHost + 2)));
                links.put(url(h, p), out); // safe: built before the workers start
            }
        }
    }

    static String url(int host, int page) {
        return "host" + host + ".test/" + (page % 11 == 7 ? "private1/" : "") + "p" + page;
    }

    Page fetch(String url) {
        List<String> out = links.get(url); // safe: never modified after construction
        if (out == null) {
            throw new IllegalStateException("404 " + url);
        }
        Page page = new Page(url);
        page.fill("Title of " + url, out, url.length() * 100);
        return page;
    }
}
