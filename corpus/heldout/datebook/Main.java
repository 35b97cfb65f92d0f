package heldout.datebook;

import java.text.DateFormat;
import java.text.SimpleDateFormat;
import java.util.Calendar;
import java.util.Date;
import java.util.GregorianCalendar;
import java.util.Locale;
import java.util.TimeZone;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;

public class Main {
    private static final TimeZone UTC = TimeZone.getTimeZone("UTC");
    private static final long DAY = 24L * 60 * 60 * 1000;

    private static DateFormat newFormat(String pattern) {
        SimpleDateFormat f = new SimpleDateFormat(pattern, Locale.ROOT);
        f.setTimeZone(UTC); // safe: not shared yet
        return f;
    }

    /** Shared between all diaries. */
    static class Formats {
        static final DateFormat monthly = newFormat("yyyy-MM");
        static final DateFormat locked = newFormat("dd.MM.yyyy");
        static final DateFormat template = newFormat("EEE HH:mm");
        static final ThreadLocal<DateFormat> perThread = ThreadLocal.withInitial(() -> newFormat("HH:mm"));
    }

    static class Diary {
        private final Calendar calendar = new GregorianCalendar(UTC, Locale.ROOT);
        private final Date lastVisit = new Date(0);
        private final StringBuilder pages = new StringBuilder(8192);
        private final StringBuffer margin = new StringBuffer();

        synchronized String month(long millis) {
            try {
                return Formats.monthly.format(new Date(millis)); // race:monthly
            } catch (RuntimeException e) {
                return "";
            }
        }

        String day(long millis) {
            synchronized (Formats.class) {
                return Formats.locked.format(new Date(millis)); // safe: always under the class lock
            }
        }

        String time(long millis) {
            return Formats.perThread.get().format(new Date(millis)); // safe: one format per thread
        }

        String weekday(long millis) {
            DateFormat copy;
            synchronized (Formats.template) {
                copy = (DateFormat) Formats.template.clone(); // safe: the template is only cloned, under its lock
            }
            return copy.format(new Date(millis)); // safe: private copy
        }

        int year(long millis) {
            try {
                calendar.setTimeInMillis(millis); // race:calendar
                return calendar.get(Calendar.YEAR); // race:calendar
            } catch (RuntimeException e) {
                return 0;
            }
        }

        int yearAlone(long millis) {
            Calendar own = new GregorianCalendar(UTC, Locale.ROOT);
            own.setTimeInMillis(millis); // safe: local calendar
            return own.get(Calendar.YEAR); // safe: local calendar
        }

        void write(String text) {
            synchronized (pages) {
                pages.append(text).append('\n'); // race:pages
            }
            margin.append('*'); // safe: StringBuffer
        }

        int length() {
            return pages.length(); // race:pages
        }

        void visit(long millis) {
            if (lastVisit.getTime() < millis) { // race:lastVisit
                lastVisit.setTime(millis); // race:lastVisit
            }
        }
    }

    private static boolean keep(Diary diary, int writer) {
        boolean ok = true;
        for (int i = 0; i < 40; i++) {
            long when = (writer * 400L + i) * DAY;
            String entry = diary.day(when) + " " + diary.weekday(when) + " " + diary.time(when);
            ok &= entry.length() == 26 && entry.endsWith("00:00");
            ok &= diary.month(when) != null && diary.year(when) > Integer.MIN_VALUE;
            ok &= diary.yearAlone(when) >= 1970;
            diary.write(entry);
            diary.visit(when);
            ok &= diary.length() >= 0;
        }
        return ok;
    }

    public static void main(String[] args) throws InterruptedException {
        Diary mine = new Diary();
        Diary yours = new Diary();
        boolean[] fine = new boolean[4];
        ExecutorService desk = Executors.newFixedThreadPool(4);
        for (int w = 0; w < 4; w++) {
            int writer = w;
            desk.execute(() -> {
                fine[writer] = keep(writer < 2 ? mine : yours, writer); // safe: one slot per writer
            });
        }
        desk.shutdown();
        while (!desk.awaitTermination(1, TimeUnit.SECONDS)) {
            Thread.onSpinWait();
        }
        System.out.println(fine[0] + " " + fine[1] + " " + fine[2] + " " + fine[3]); // safe: pool has terminated
        System.out.println(mine.margin.length() + " " + yours.margin.length());
        System.out.println(mine.pages.toString().lines().count()); // safe: pool has terminated
    }
}
