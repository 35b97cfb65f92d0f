package heldout.reportdates;

import java.util.Calendar;
import java.util.Collections;
import java.util.Date;
import java.util.GregorianCalendar;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

public class Main {
    record Booking(int id, Date when, long cents, String code) { }

    private static final Pattern CODE = Pattern.compile("[A-F]{2}\\d{4}");

    private final Calendar calendar = new GregorianCalendar();
    private final Matcher codeMatcher = CODE.matcher("");

    boolean validCode(String code) {
        codeMatcher.reset(code); // race:codeMatcher
        return codeMatcher.matches(); // race:codeMatcher
    }

    boolean validCodeAgain(String code) {
        return CODE.matcher(code).matches(); // safe: new matcher, pattern is immutable
    }

    boolean weekend(Date d) {
        calendar.setTime(d); // race:calendar
        int day = calendar.get(Calendar.DAY_OF_WEEK); // race:calendar
        return day == Calendar.SATURDAY || day == Calendar.SUNDAY;
    }

    boolean weekendOnCopy(Date d) {
        Calendar own = new GregorianCalendar();
        own.setTime(d); // safe: local
        int day = own.get(Calendar.DAY_OF_WEEK); // safe: local
        return day == Calendar.SATURDAY || day == Calendar.SUNDAY;
    }

    void run(List<Booking> bookings) {
        List<String> lines = bookings.parallelStream()
                .map(b -> Formats.day(b.when()) + " " + Formats.money(b.cents()))
                .collect(Collectors.toList());
        System.out.println(lines.get(0));

        Map<String, AtomicInteger> perMonth = new ConcurrentHashMap<>();
        bookings.parallelStream().forEach(b -> {
            perMonth.computeIfAbsent(Formats.month(b.when()), m -> new AtomicInteger()).incrementAndGet(); // safe: concurrent map of atomics
        });
        System.out.println("months " + (perMonth.size() > 0));

        List<String> clocks = Collections.synchronizedList(new java.util.ArrayList<>());
        bookings.parallelStream().forEach(b -> {
            if (b.id() % 10 == 0) {
                clocks.add(Formats.clock(b.when())); // safe: synchronized list
            } else {
                clocks.add(Formats.clockLocked(b.when())); // safe: synchronized list
            }
        });
        clocks.sort(null); // safe: after the loop
        System.out.println("clocks " + clocks.size());

        long weekends = bookings.parallelStream().filter(b -> weekend(b.when())).count();
        long checked = bookings.parallelStream().filter(b -> weekendOnCopy(b.when())).count();
        System.out.println("weekends " + weekends + " of " + checked);

        boolean all = bookings.parallelStream().allMatch(b -> validCode(b.code()));
        boolean none = bookings.parallelStream().noneMatch(b -> !validCodeAgain(b.code()));
        System.out.println("codes " + all + " " + none);

        String years = bookings.parallelStream().map(b -> Formats.year(b.when())).distinct().sorted().collect(Collectors.joining(","));
        String first = bookings.parallelStream().map(b -> Formats.iso(b.when().toInstant())).min(String::compareTo).orElse("");
        System.out.println(years + " from " + first);
    }

    public static void main(String[] args) {
        List<Booking> bookings = IntStream.range(0, 2000)
                .mapToObj(i -> new Booking(i, new Date(1_580_000_000_000L + i * 7_654_321L), i * 13L, "AB" + (1000 + i)))
                .collect(Collectors.toList());
        new Main().run(bookings);
    }
}
