package heldout.reports;

import java.text.ParseException;
import java.text.SimpleDateFormat;
import java.util.ArrayList;
import java.util.Date;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/** Renders monthly reports on a small pool of workers. */
public class Main {

    private static final SimpleDateFormat DAY = new SimpleDateFormat("yyyy-MM-dd");
    private static final SimpleDateFormat STAMP = new SimpleDateFormat("HH:mm:ss.SSS");
    private static final ThreadLocal<SimpleDateFormat> MONTH =
            ThreadLocal.withInitial(() -> new SimpleDateFormat("MMMM yyyy"));

    record Report(String title, int rows, String body) {
    }

    static class ReportBuilder {
        private String title;
        private int rows;
        private final StringBuilder body = new StringBuilder();

        ReportBuilder title(String t) {
            title = t; // safe: every task builds with its own builder
            return this;
        }

        ReportBuilder row(String text) {
            body.append(rows).append(' ').append(text).append('\n'); // safe: every task has its own builder
            rows++; // safe: every task has its own builder
            return this;
        }

        Report build() {
            return new Report(title, rows, body.toString()); // safe: every task has its own builder
        }
    }

    static class Mailing {
        private String subject;
        private int recipients;

        Mailing subject(String s) {
            subject = s; // race:subject
            return this;
        }

        Mailing to(int count) {
            recipients += count; // race:recipients
            return this;
        }

        @Override
        public String toString() {
            return subject + " to " + recipients; // safe: called after all futures are done
        }
    }

    private final StringBuilder protocol = new StringBuilder();
    private final StringBuffer errors = new StringBuffer();
    private final Mailing mailing = new Mailing();

    private static String stamp(Date when) {
        synchronized (STAMP) {
            return STAMP.format(when); // safe: always under its own monitor
        }
    }

    private Report render(int month) {
        long base = month * 31L * 24 * 3600 * 1000;
        ReportBuilder builder = new ReportBuilder().title(MONTH.get().format(new Date(base))); // safe: thread local
        for (int d = 0; d < 20; d++) {
            String day = DAY.format(new Date(base + d * 86_400_000L)); // race:day
            builder.row(day + " " + stamp(new Date(base + d)));
        }
        try {
            Date end = DAY.parse("2026-0" + (1 + month % 9) + "-28"); // race:day
            builder.row("until " + end.getTime());
        } catch (ParseException | NumberFormatException e) {
            errors.append(month).append(' '); // safe: StringBuffer is synchronized
        }
        Report report = builder.build();
        mailing.subject(report.title()).to(1);
        protocol.append("rendered ").append(report.title()).append('\n'); // race:protocol
        return report;
    }

    public static void main(String[] args) throws Exception {
        Main app = new Main();
        app.protocol.append("start\n"); // safe: before the tasks are submitted
        ExecutorService pool = Executors.newFixedThreadPool(3);
        List<Future<Report>> futures = new ArrayList<>();
        for (int m = 0; m < 12; m++) {
            final int month = m;
            futures.add(pool.submit(() -> app.render(month)));
        }
        int rows = 0;
        int failed = 0;
        for (Future<Report> f : futures) {
            try {
                rows += f.get().rows(); // safe: record handed over by the future
            } catch (java.util.concurrent.ExecutionException e) {
                failed++;
            }
        }
        pool.shutdown();
        System.out.println(rows + " rows, " + failed + " failed, mailing " + app.mailing);
        System.out.println("protocol " + app.protocol.length() + " errors " + app.errors.length()); // safe: futures done
    }
}
