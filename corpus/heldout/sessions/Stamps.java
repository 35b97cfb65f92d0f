package heldout.sessions;

import java.text.SimpleDateFormat;
import java.util.Date;
import java.util.Locale;
import java.util.TimeZone;

/** Formats times in three ways. */
final class Stamps {
    private static final SimpleDateFormat SHARED = utc("HH:mm:ss");
    private static final SimpleDateFormat GUARDED = utc("yyyy");
    private static final ThreadLocal<SimpleDateFormat> OWN = ThreadLocal.withInitial(() -> utc("yyyy-MM-dd"));

    private Stamps() {
    }

    private static SimpleDateFormat utc(String pattern) {
        SimpleDateFormat format = new SimpleDateFormat(pattern, Locale.ROOT);
        format.setTimeZone(TimeZone.getTimeZone("UTC")); // safe: not yet known to others
        return format;
    }

    static String time(Date date) {
        try {
            return SHARED.format(date); // race:shared
        } catch (RuntimeException e) {
            return "?";
        }
    }

    static String day(Date date) {
        return OWN.get().format(date); // safe: each thread has its own
    }

    static synchronized String year(Date date) {
        return GUARDED.format(date); // safe: under the class
    }
}
