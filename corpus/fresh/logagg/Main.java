package fresh.logagg;

import java.text.SimpleDateFormat;
import java.util.ArrayList;
import java.util.Date;
import java.util.List;
import java.util.TimeZone;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;

/** Log lines of several services are stamped and gathered. */
public class Main {
    private static final SimpleDateFormat STAMP = new SimpleDateFormat("HH:mm:ss");
    private static final SimpleDateFormat DAY = new SimpleDateFormat("yyyy-MM-dd");

    static {
        STAMP.setTimeZone(TimeZone.getTimeZone("UTC")); // safe: in the static initialiser
        DAY.setTimeZone(TimeZone.getTimeZone("UTC")); // safe: in the static initialiser
    }

    static class Aggregator {
        private final StringBuilder text = new StringBuilder();
        private final StringBuilder errors = new StringBuilder(4096);
        private final List<String> services = new ArrayList<>();

        void log(String service, String message, long time) {
            String stamp = STAMP.format(new Date(time)); // race:stamp
            synchronized (text) {
                text.append(stamp).append(' ').append(service).append(message).append('\n'); // safe: under text
            }
            if (message.startsWith("E")) {
                errors.append(message).append('\n'); // race:errors
            }
        }

        void register(String service) {
            synchronized (services) {
                services.add(service); // safe: under services
            }
        }

        String header(long time) {
            String day;
            synchronized (DAY) {
                day = DAY.format(new Date(time)); // safe: under the format
            }
            synchronized (services) {
                return day + services.size(); // safe: under services
            }
        }

        int lines() {
            synchronized (text) {
                int lines = 0;
                for (int i = 0; i < text.length(); i++) { // safe: under text
                    if (text.charAt(i) == '\n') { // safe: under text
                        lines++;
                    }
                }
                return lines;
            }
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Aggregator aggregator = new Aggregator();
        ExecutorService services = Executors.newFixedThreadPool(3);
        for (String service : new String[] {"web", "db", "mail"}) {
            services.submit(() -> {
                aggregator.register(service);
                for (int i = 0; i < 40; i++) {
                    aggregator.log(service, (i % 10 == 0 ? "E" : "I") + i, i * 61_000L);
                    if (aggregator.header(i).isEmpty()) {
                        throw new IllegalStateException();
                    }
                }
            });
        }
        services.shutdown();
        if (!services.awaitTermination(2, TimeUnit.SECONDS)) {
            throw new IllegalStateException("still logging");
        }
        System.out.println(aggregator.lines() <= 120 ? "logged" : "too much");
        System.out.println(aggregator.errors.length() >= 0); // safe: the pool has ended
        System.out.println(aggregator.header(0));
    }
}
