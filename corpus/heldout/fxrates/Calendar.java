package heldout.fxrates;

import java.util.ArrayList;
import java.util.List;

final class Calendar {
    private static volatile Calendar current;

    private List<String> holidays;
    private int year;

    static Calendar current() {
        Calendar c = current; // safe: volatile
        if (c == null) {
            synchronized (Calendar.class) {
                if ((c = current) == null) {
                    c = new Calendar();
                    c.year = 2024; // safe: before the volatile write
                    c.holidays = new ArrayList<>();
                    c.holidays.add("Good Friday");
                    current = c; // safe: volatile
                }
            }
        }
        return c;
    }

    int openDays() {
        int days = year % 4 == 0 ? 366 : 365; // safe: read through the volatile reference
        return days - holidays.size(); // safe: not changed after publication
    }

    static final class Fees {
        private int basisPoints = 12;

        private static final class Holder {
            static final Fees INSTANCE = new Fees();
        }

        static Fees get() {
            return Holder.INSTANCE; // safe: class initialisation
        }

        double on(double amount) {
            return amount * basisPoints / 10_000.0; // safe: class initialisation
        }
    }
}
