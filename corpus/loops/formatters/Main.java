package loops.formatters;

import java.text.DecimalFormat;
import java.text.NumberFormat;
import java.text.SimpleDateFormat;
import java.time.LocalDate;
import java.time.format.DateTimeFormatter;
import java.util.Date;
import java.util.List;
import java.util.Locale;
import java.util.TimeZone;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** Letters get their dates and amounts from formatters, of which the old ones keep state. */
public final class Main {
    record Letter(int number, long millis, double amount) {
    }

    private static final SimpleDateFormat DAY = day();
    private static final DateTimeFormatter ISO = DateTimeFormatter.ISO_LOCAL_DATE;
    private static final ThreadLocal<SimpleDateFormat> OWN = ThreadLocal.withInitial(Main::day);
    private static final Object LOCK = new Object();

    private final NumberFormat money = new DecimalFormat("0.00");
    private final NumberFormat guarded = NumberFormat.getIntegerInstance(Locale.ROOT);

    static SimpleDateFormat day() {
        SimpleDateFormat format = new SimpleDateFormat("yyyy-MM-dd", Locale.ROOT);
        format.setTimeZone(TimeZone.getTimeZone("UTC")); // safe: not handed out yet
        return format;
    }

    String careless(Letter letter) {
        try {
            String date = DAY.format(new Date(letter.millis())); // race:day
            return date + " " + money.format(letter.amount()); // race:money
        } catch (RuntimeException e) {
            return "";
        }
    }

    String careful(Letter letter) {
        String date = OWN.get().format(new Date(letter.millis())); // safe: one formatter for each thread
        String same = ISO.format(LocalDate.ofEpochDay(letter.millis() / 86_400_000L)); // safe: immutable
        String amount;
        synchronized (LOCK) {
            amount = guarded.format(letter.number()); // safe: under the lock
        }
        return date.equals(same) ? amount + " " + same : "differs";
    }

    static String fresh(Letter letter) {
        SimpleDateFormat format = day();
        return format.format(new Date(letter.millis())); // safe: made by this call
    }

    public static void main(String[] args) {
        List<Letter> letters = IntStream.range(0, 120)
                .mapToObj(i -> new Letter(i, i * 86_400_000L, i / 4.0))
                .collect(Collectors.toList());
        Main office = new Main();
        long wrong = letters.parallelStream().map(office::careless).filter(String::isBlank).count();
        List<String> right = letters.parallelStream().map(office::careful).collect(Collectors.toList());
        List<String> dates = letters.parallelStream().map(Main::fresh).collect(Collectors.toList());
        System.out.println(right.get(100) + ", " + dates.get(119));
        System.out.println(DAY.format(new Date(0))); // safe: the loops have ended
        if (wrong > 120) {
            throw new AssertionError();
        }
    }
}
