package heldout.singleflight;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Function;

public class Main {

    /** One call in flight; the leader fills it in, the followers wait for the latch. */
    static class Call<V> {
        private final CountDownLatch done = new CountDownLatch(1);
        private V value;
        private RuntimeException error;
        private final AtomicInteger followers = new AtomicInteger();

        void succeed(V result) {
            value = result; // safe: written by the leader before countDown (false alarm: that either of two methods counts down the latch of a call is not followed)
            done.countDown();
        }

        void fail(RuntimeException cause) {
            error = cause; // safe: written by the leader before countDown (false alarm: as above)
            done.countDown();
        }

        V await() throws InterruptedException {
            followers.incrementAndGet();
            done.await();
            if (error != null) { // safe: after the latch (false alarm: as above)
                throw error; // safe: after the latch (false alarm: as above)
            }
            return value; // safe: after the latch (false alarm: as above)
        }
    }

    static class Page {
        private final String url;
        private String body;
        private final Map<String, String> headers = new HashMap<>();

        Page(String url) {
            this.url = url;
        }

        void render(int weight) {
            body = url + ":" + weight; // safe: only the leader, before the page is handed out
            headers.put("length", String.valueOf(body.length())); // safe: only the leader, before hand-out
        }

        int length() {
            return Integer.parseInt(headers.get("length")); // safe: page is no longer changed
        }

        boolean intact() {
            return body.startsWith(url); // safe: page is no longer changed
        }
    }

    static class Coalescer<K, V> {
        private final ConcurrentMap<K, Call<V>> flights = new ConcurrentHashMap<>();
        private final Function<K, V> backend;
        private final ReentrantLock statsLock = new ReentrantLock();
        private int led;
        private int joined;

        Coalescer(Function<K, V> backend) {
            this.backend = backend;
        }

        V fetch(K key) throws InterruptedException {
            Call<V> mine = new Call<>();
            Call<V> other = flights.putIfAbsent(key, mine);
            tally(other == null);
            if (other != null) {
                return other.await();
            }
            try {
                V result = backend.apply(key);
                mine.succeed(result);
                return result;
            } catch (RuntimeException e) {
                mine.fail(e);
                throw e;
            } finally {
                flights.remove(key, mine);
            }
        }

        private void tally(boolean leader) {
            statsLock.lock();
            try {
                if (leader) {
                    led++; // safe: statsLock
                } else {
                    joined++; // safe: statsLock
                }
            } finally {
                statsLock.unlock();
            }
        }

        int requests() {
            statsLock.lock();
            try {
                return led + joined; // safe: statsLock
            } finally {
                statsLock.unlock();
            }
        }
    }

    static class Origin implements Function<String, Page> {
        private final Object[] stripes = {new Object(), new Object()};
        private final int[] served = new int[stripes.length];

        @Override
        public Page apply(String url) {
            if (url.endsWith("missing")) {
                throw new IllegalArgumentException(url);
            }
            int stripe = (url.hashCode() & 0x7fffffff) % stripes.length;
            Page page = new Page(url);
            synchronized (stripes[stripe]) {
                served[stripe]++; // safe: every element has a lock of its own
                page.render(url.length()); // safe: page is local so far
            }
            return page;
        }

        int served() {
            int sum = 0;
            for (int i = 0; i < stripes.length; i++) {
                synchronized (stripes[i]) {
                    sum += served[i]; // safe: the element's own lock
                }
            }
            return sum;
        }
    }

    static class Browser implements Callable<Browser> {
        private final Coalescer<String, Page> pages;
        private final List<Page> history = new ArrayList<>();
        private int errors;

        Browser(Coalescer<String, Page> pages) {
            this.pages = pages;
        }

        @Override
        public Browser call() throws InterruptedException {
            String[] urls = {"/home", "/news", "/missing", "/shop"};
            for (int i = 0; i < 80; i++) {
                try {
                    history.add(pages.fetch(urls[i % urls.length])); // safe: browser belongs to one task
                } catch (IllegalArgumentException e) {
                    errors++; // safe: browser belongs to one task
                }
            }
            return this;
        }

        int visited() {
            int intact = 0;
            for (Page page : history) { // safe: after Future.get
                if (page.intact() && page.length() > 0) {
                    intact++;
                }
            }
            return intact;
        }

        int errors() {
            return errors; // safe: after Future.get
        }
    }

    public static void main(String[] args) throws Exception {
        Origin origin = new Origin();
        Coalescer<String, Page> coalescer = new Coalescer<>(origin);
        ExecutorService pool = Executors.newFixedThreadPool(4);
        List<Future<Browser>> running = new ArrayList<>();
        for (int i = 0; i < 4; i++) {
            running.add(pool.submit(new Browser(coalescer)));
        }
        int visited = 0;
        int errors = 0;
        for (Future<Browser> future : running) {
            Browser browser = future.get();
            visited += browser.visited();
            errors += browser.errors();
        }
        pool.shutdown();
        System.out.println("requests=" + coalescer.requests() + " visited=" + visited + " errors=" + errors);
        System.out.println("coalesced=" + (origin.served() <= visited));
    }
}
