package heldout.tracectx;

import java.text.DecimalFormat;
import java.text.ParseException;
import java.text.SimpleDateFormat;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.Date;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Request tracing: a diagnostic context per thread, some of it inherited by helper threads. */
public class Main {

    static final class Trace {
        // helper threads get the very same map object
        private static final InheritableThreadLocal<Map<String, String>> TAGS = new InheritableThreadLocal<>();

        // helper threads get a copy, taken by the parent when it creates them
        private static final InheritableThreadLocal<Map<String, String>> BAGGAGE = new InheritableThreadLocal<>() {
            @Override
            protected Map<String, String> childValue(Map<String, String> parent) {
                return new HashMap<>(parent); // safe: runs in the parent, inside the Thread constructor
            }
        };

        private static final ThreadLocal<List<String>> SPANS = ThreadLocal.withInitial(ArrayList::new);

        static void open(String request) {
            TAGS.set(new HashMap<>());
            BAGGAGE.set(new HashMap<>());
            TAGS.get().put("request", request); // safe: before any helper thread is made
        }

        static void tag(String key, String value) {
            TAGS.get().put(key, value); // race:tags
        }

        static void carry(String key, String value) {
            BAGGAGE.get().put(key, value); // safe: every thread has a copy of its own
        }

        static void span(String name) {
            SPANS.get().add(name); // safe: a list per thread
        }

        static String dump() {
            String t = TAGS.get().toString(); // race:tags
            return t + BAGGAGE.get() + SPANS.get(); // safe: both belong to this thread
        }
    }

    static final class Formats {
        static final SimpleDateFormat DAY = new SimpleDateFormat("yyyy-MM-dd");
        static final DateTimeFormatter CLOCK = DateTimeFormatter.ofPattern("HH:mm").withZone(ZoneOffset.UTC);
        private static final ThreadLocal<SimpleDateFormat> MONTH =
                ThreadLocal.withInitial(() -> new SimpleDateFormat("yyyy-MM"));

        static String stamp(long millis) {
            Date d = new Date(millis);
            String day = DAY.format(d); // race:day
            String month = MONTH.get().format(d); // safe: one formatter per thread
            return day + " " + month + " " + CLOCK.format(Instant.ofEpochMilli(millis)); // safe: DateTimeFormatter is immutable
        }
    }

    static class Helper extends Thread {
        private final String shard;
        private final long millis;
        private final DecimalFormat money = new DecimalFormat("0.00");
        private String outcome;

        Helper(String shard, long millis) {
            this.shard = shard;
            this.millis = millis;
        }

        @Override
        public void run() {
            Trace.span("query " + shard);
            Trace.tag("shard", shard);
            Trace.carry("shard", shard);
            String price = money.format(millis / 1e9); // safe: formatter of this helper
            outcome = Formats.stamp(millis) + " " + price + " " + Trace.dump(); // safe: read after join
        }
    }

    public static void main(String[] args) throws InterruptedException, ParseException {
        Trace.open("r-17");
        Trace.carry("tenant", "north");
        Date base = Formats.DAY.parse("2021-03-04"); // safe: before the helpers start
        Helper east = new Helper("east", base.getTime());
        Helper west = new Helper("west", base.getTime() + 86_400_000L);
        east.start();
        west.start();

        Trace.tag("phase", "collect");
        Trace.carry("phase", "collect");
        Trace.span("wait");
        Date due = Formats.DAY.parse("2021-12-31"); // race:day

        east.join();
        west.join();
        System.out.println(east.outcome); // safe: after join
        System.out.println(west.outcome); // safe: after join
        System.out.println(due.after(base) + " " + Trace.dump());
    }
}
