package heldout.probekit;

import java.text.SimpleDateFormat;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Date;
import java.util.TimeZone;

final class Stamps {
    private static final SimpleDateFormat CLASSIC = new SimpleDateFormat("yyyy-MM-dd HH:mm:ss");
    private static final DateTimeFormatter MODERN = DateTimeFormatter.ISO_LOCAL_TIME.withZone(ZoneOffset.UTC);

    static {
        CLASSIC.setTimeZone(TimeZone.getTimeZone("UTC")); // safe: class initialiser
    }

    private Stamps() {
    }

    static String classic(long millis) {
        try {
            return CLASSIC.format(new Date(millis)); // race:classicFormat
        } catch (RuntimeException e) {
            return "?";
        }
    }

    static String modern(long millis) {
        return MODERN.format(Instant.ofEpochMilli(millis)); // safe: DateTimeFormatter is immutable
    }
}
