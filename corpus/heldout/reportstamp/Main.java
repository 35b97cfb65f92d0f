package heldout.reportstamp;

import java.text.SimpleDateFormat;
import java.time.LocalDate;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Date;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

public class Main {
    private static final SimpleDateFormat STAMP = new SimpleDateFormat("yyyy-MM-dd HH:mm");
    private static final ThreadLocal<SimpleDateFormat> DAY =
            ThreadLocal.withInitial(() -> new SimpleDateFormat("EEE"));
    private static final DateTimeFormatter ISO = DateTimeFormatter.ISO_LOCAL_DATE;

    static class Report {
        private final Map<String, String> titles = new HashMap<>();
        private final Map<String, List<String>> byTopic = new ConcurrentHashMap<>();
        private final Map<String, Integer> limits = new HashMap<>();
        private final List<String> lines = Collections.synchronizedList(new ArrayList<>());
        private final StringBuffer log = new StringBuffer();

        Report() {
            limits.put("sales", 10); // safe: constructor, before the writers start
            limits.put("stock", 20); // safe: constructor, before the writers start
            STAMP.setLenient(false); // safe: before the writers start
        }

        String title(String topic) {
            String t = titles.get(topic); // race:titles
            if (t == null) {
                t = topic.toUpperCase();
                titles.put(topic, t); // race:titles
            }
            return t;
        }

        void write(String author) {
            StringBuilder sb = new StringBuilder(); // safe: local
            for (String topic : new String[] {"sales", "stock"}) {
                sb.append(title(topic)).append(' '); // safe: local builder
                int limit = limits.get(topic); // safe: read-only since the constructor
                sb.append(limit);
                List<String> notes = byTopic.computeIfAbsent(topic, k -> new ArrayList<>());
                notes.add(author); // race:notes
            }
            Date when = new Date(0);
            sb.append(STAMP.format(when)); // race:stamp
            sb.append(DAY.get().format(when)); // safe: one per thread
            sb.append(ISO.format(LocalDate.EPOCH)); // safe: immutable formatter
            lines.add(sb.toString()); // race:lines
            log.append(author).append(';'); // safe: StringBuffer
        }

        int preview() {
            int chars = 0;
            for (String line : lines) { // race:lines
                chars += line.length();
            }
            return chars;
        }

        int previewLocked() {
            int chars = 0;
            synchronized (lines) {
                for (String line : lines) { // safe: holds the list's own mutex
                    chars += line.length();
                }
            }
            return chars;
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Report report = new Report();
        Thread ann = new Thread(() -> report.write("ann"));
        Thread bob = new Thread() {
            @Override
            public void run() {
                report.write("bob");
            }
        };
        ann.start();
        bob.start();
        System.out.println("chars " + report.previewLocked());
        System.out.println("chars " + report.preview());
        ann.join();
        bob.join();
        System.out.println(report.titles.keySet()); // safe: both writers are joined
        System.out.println(report.byTopic); // safe: both writers are joined
        System.out.println(STAMP.format(new Date(0)) + report.log); // safe: both writers are joined
    }
}
