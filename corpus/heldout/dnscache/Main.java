package heldout.dnscache;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.FutureTask;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAdder;

public class Main {

    static class Answer {
        String host;
        List<String> addresses;
        int ttl;

        @Override
        public String toString() {
            return host + "=" + addresses + "/" + ttl; // safe: answers are complete when they leave the FutureTask
        }
    }

    @FunctionalInterface
    interface Upstream {
        Answer query(String host) throws InterruptedException;
    }

    static class ZoneFile implements Upstream {
        private final Map<String, String> zone;
        private final LongAdder queries = new LongAdder();

        ZoneFile(Map<String, String> zone) {
            this.zone = Map.copyOf(zone);
        }

        @Override
        public Answer query(String host) throws InterruptedException {
            queries.increment(); // safe: LongAdder
            Thread.sleep(2);
            String ip = zone.get(host); // safe: immutable map
            if (ip == null) {
                return null;
            }
            Answer a = new Answer();
            a.host = host; // safe: not published yet
            a.addresses = new ArrayList<>(Collections.singleton(ip)); // safe: not published yet
            a.ttl = host.length(); // safe: not published yet
            return a;
        }
    }

    static class CacheEntry {
        private final Answer answer;
        private int hits;
        private volatile long lastUsed;

        CacheEntry(Answer answer, long now) {
            this.answer = answer;
            this.lastUsed = now;
        }
    }

    static class Resolver {
        private final Upstream upstream;
        private final ConcurrentHashMap<String, CacheEntry> cache = new ConcurrentHashMap<>();
        private final ConcurrentHashMap<String, FutureTask<Answer>> inFlight = new ConcurrentHashMap<>();
        private final Set<String> unknown = new HashSet<>();
        private final AtomicLong clock = new AtomicLong();

        Resolver(Upstream upstream) {
            this.upstream = upstream;
        }

        Answer resolve(String host) throws InterruptedException, ExecutionException {
            long now = clock.incrementAndGet();
            if (unknown.contains(host)) { // race:unknown
                return null;
            }
            CacheEntry known = cache.get(host);
            if (known != null) {
                known.hits++; // race:hits
                known.lastUsed = now; // safe: volatile
                return known.answer;
            }
            FutureTask<Answer> mine = new FutureTask<>(() -> upstream.query(host));
            FutureTask<Answer> task = inFlight.putIfAbsent(host, mine);
            if (task == null) {
                task = mine;
                mine.run();
            }
            Answer answer = task.get();
            if (answer != null) {
                cache.putIfAbsent(host, new CacheEntry(answer, now)); // safe: concurrent map
            } else {
                synchronized (unknown) {
                    unknown.add(host); // race:unknown
                }
            }
            inFlight.remove(host, task);
            return answer;
        }

        void sweep() {
            long now = clock.get();
            cache.values().removeIf(e -> {
                boolean rare = e.hits < 2; // race:hits
                return rare && now - e.lastUsed > 6; // safe: volatile
            });
        }

        int totalHits() {
            int sum = 0;
            for (CacheEntry e : cache.values()) {
                sum += e.hits; // safe: clients have been waited for
            }
            return sum;
        }
    }

    public static void main(String[] args) throws Exception {
        ZoneFile zone = new ZoneFile(Map.of("a.test", "10.0.0.1", "bb.test", "10.0.0.2", "ccc.test", "10.0.0.3"));
        Resolver resolver = new Resolver(zone);
        ScheduledExecutorService housekeeping = Executors.newSingleThreadScheduledExecutor();
        housekeeping.scheduleAtFixedRate(resolver::sweep, 1, 3, TimeUnit.MILLISECONDS);

        ExecutorService clients = Executors.newFixedThreadPool(4);
        List<Future<String>> results = new ArrayList<>();
        String[] wanted = {"a.test", "bb.test", "nope.test", "a.test", "ccc.test", "a.test", "nope.test"};
        for (int c = 0; c < 4; c++) {
            int offset = c;
            results.add(clients.submit(() -> {
                StringBuilder sb = new StringBuilder(); // safe: local
                for (int i = 0; i < wanted.length; i++) {
                    Answer a = resolver.resolve(wanted[(i + offset) % wanted.length]); // safe: array only read
                    sb.append(a).append(' ');
                }
                return sb.toString();
            }));
        }
        for (Future<String> f : results) {
            System.out.println(f.get());
        }
        clients.shutdown();
        System.out.println(resolver.totalHits() + " hits, " + zone.queries.sum() + " queries");
        housekeeping.shutdownNow();
    }
}
