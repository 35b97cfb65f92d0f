package heldout.reportdates;

import java.text.DecimalFormat;
import java.text.SimpleDateFormat;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Date;

final class Formats {
    private static final SimpleDateFormat DAY = new SimpleDateFormat("yyyy-MM-dd");
    private static final SimpleDateFormat CLOCK = new SimpleDateFormat("HH:mm:ss");
    private static final SimpleDateFormat MONTH = new SimpleDateFormat("MM.yyyy");
    private static final DecimalFormat MONEY = new DecimalFormat("#,##0.00");
    private static final DateTimeFormatter ISO = DateTimeFormatter.ISO_LOCAL_DATE.withZone(ZoneOffset.UTC);
    private static final ThreadLocal<SimpleDateFormat> YEAR = ThreadLocal.withInitial(() -> new SimpleDateFormat("yyyy"));
    private static final ThreadLocal<SimpleDateFormat> MONTH_PER_THREAD = ThreadLocal.withInitial(() -> MONTH);

    private Formats() {
    }

    static String day(Date d) {
        return DAY.format(d); // race:DAY
    }

    static String clockLocked(Date d) {
        synchronized (CLOCK) {
            return CLOCK.format(d); // race:CLOCK
        }
    }

    static String clock(Date d) {
        return CLOCK.format(d); // race:CLOCK
    }

    static String month(Date d) {
        SimpleDateFormat f = MONTH_PER_THREAD.get();
        return f.format(d); // race:MONTH
    }

    static String year(Date d) {
        return YEAR.get().format(d); // safe: one format per thread
    }

    static String iso(Instant t) {
        return ISO.format(t); // safe: DateTimeFormatter is immutable
    }

    static synchronized String money(long cents) {
        return MONEY.format(cents / 100.0); // safe: only used under the class lock
    }
}
