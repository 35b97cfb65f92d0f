package heldout.accesslogs;

import java.text.SimpleDateFormat;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.Date;
import java.util.List;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;

public class Main {

    record Hit(String host, String path, int bytes, long time) { }

    static final class HostStats {
        int hits;
        long bytes;
        String lastSeen = "";
        boolean reviewed;
    }

    static final class VirtualHost {
        final String canonical;
        int rewrites;
        int checks;

        VirtualHost(String canonical) {
            this.canonical = canonical;
        }

        synchronized void check() {
            checks++; // safe: monitor of the virtual host
        }
    }

    static final class Analyzer {
        private static final DateTimeFormatter ISO = DateTimeFormatter.ISO_LOCAL_DATE.withZone(ZoneOffset.UTC);

        private final ConcurrentHashMap<String, HostStats> hosts = new ConcurrentHashMap<>();
        private final ConcurrentHashMap<String, VirtualHost> aliases = new ConcurrentHashMap<>();
        private final SimpleDateFormat stamp = new SimpleDateFormat("yyyy-MM-dd");
        private final List<String> newcomers = new ArrayList<>(4096);
        private final List<String> heavy = new ArrayList<>();
        private final LongAdder inspected = new LongAdder();
        private long bytesSeen;

        void alias(String canonical, String... names) {
            VirtualHost shared = new VirtualHost(canonical);
            for (String name : names) {
                aliases.put(name, shared);
            }
        }

        void ingest(List<Hit> log) {
            log.parallelStream().forEach(hit -> hosts.compute(hit.host(), (host, stats) -> {
                HostStats s = stats;
                if (s == null) {
                    s = new HostStats();
                    newcomers.add(host); // race:newcomers
                }
                s.hits++; // safe: compute locks the entry
                s.bytes += hit.bytes(); // safe: compute locks the entry
                return s;
            }));
        }

        void review() {
            hosts.forEach(1, (host, stats) -> {
                stats.reviewed = true; // safe: one value object per key
                stats.lastSeen = ISO.format(Instant.EPOCH); // safe: DateTimeFormatter, own value
                inspected.increment(); // safe: LongAdder
                bytesSeen += stats.bytes; // race:bytesSeen
                dateOf(stats.hits);
            });
        }

        private String dateOf(long day) {
            try {
                return stamp.format(new Date(day * 86_400_000L)); // race:stamp
            } catch (RuntimeException e) {
                return "?";
            }
        }

        void rewrite() {
            aliases.forEachValue(1, v -> {
                v.check();
                v.rewrites++; // race:rewrites
            });
        }

        void findHeavy() {
            hosts.forEach(Long.MAX_VALUE, (host, stats) -> {
                if (stats.bytes > 1000) {
                    heavy.add(host); // safe: the threshold rules out parallelism
                }
            });
        }

        int plainWalk() {
            int[] total = new int[1];
            hosts.forEach((host, stats) -> {
                total[0] += stats.hits; // safe: forEach without a threshold is sequential
            });
            return total[0];
        }

        long bytes() {
            return hosts.reduceValuesToLong(1, s -> s.bytes, 0L, Long::sum); // safe: reads only
        }
    }

    public static void main(String[] args) {
        List<Hit> log = new ArrayList<>();
        for (int i = 0; i < 600; i++) {
            log.add(new Hit("h" + i % 60, "/p" + i % 9, 100 + i % 60, i));
        }
        Analyzer a = new Analyzer();
        a.alias("www.example.org", "www", "web", "example", "w3");
        a.ingest(log);
        a.review();
        a.rewrite();
        a.findHeavy();
        String busiest = a.hosts.search(1, (host, s) -> s.hits > 100 ? host : null); // safe: pure function

        System.out.println("hits " + a.plainWalk() + " bytes " + a.bytes());
        System.out.println("heavy " + a.heavy.size() + " busiest " + busiest);
        System.out.println("inspected " + a.inspected.sum() + " checks " + a.aliases.get("www").checks);
        System.out.println("plausible " + (a.bytesSeen <= a.bytes() && a.newcomers.size() <= 60)); // safe: loops are over
        System.out.println("rewrites plausible " + (a.aliases.get("web").rewrites <= 4)); // safe: loop is over
    }
}
