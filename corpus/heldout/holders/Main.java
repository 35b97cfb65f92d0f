package heldout.holders;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Starts a few workers that all need the application-wide objects for the first time at once. */
public class Main {

    /** Currency rates, loaded once. */
    static class Rates {
        private static volatile Rates instance;
        private Map<String, Double> table;

        static Rates get() {
            Rates r = instance; // safe: volatile
            if (r == null) {
                synchronized (Rates.class) {
                    r = instance;
                    if (r == null) {
                        r = new Rates();
                        r.load();
                        instance = r; // safe: volatile, published complete
                    }
                }
            }
            return r;
        }

        private void load() {
            table = new HashMap<>(); // safe: before publication
            table.put("CHF", 0.95); // safe: before publication
        }

        double rate(String c) {
            return table.getOrDefault(c, 1.0); // safe: reached through the volatile field
        }
    }

    /** Tax table behind a lazy holder. */
    static class Taxes {
        private static class Holder {
            static final Taxes INSTANCE = new Taxes();
        }

        private int[] percent;

        private Taxes() {
            percent = new int[] {0, 7, 19}; // safe: class initialisation orders it before every use
        }

        static Taxes get() {
            return Holder.INSTANCE;
        }

        int of(int category) {
            return percent[category]; // safe: class initialisation orders it after the constructor
        }
    }

    /** Hands out invoice numbers. */
    enum Numbers {
        INSTANCE;

        private int next = 1000;

        int take() {
            return next++; // race:next
        }
    }

    private static String banner;
    private static volatile boolean bannerSet;

    static String banner() {
        return bannerSet ? banner : "(starting)"; // safe: read after the volatile flag was seen
    }

    public static void main(String[] args) throws InterruptedException {
        List<Thread> workers = new ArrayList<>();
        String[] lines = new String[4];
        for (int i = 0; i < lines.length; i++) {
            int id = i;
            workers.add(new Thread(() -> {
                Settings s = Settings.get();
                double r = Rates.get().rate("CHF") * (100 + Taxes.get().of(id % 3));
                lines[id] = Numbers.INSTANCE.take() + " " + r + " " + s.value("host") + " " + s.timeout() + " " + banner(); // safe: one cell per worker
            }));
            workers.get(i).start();
        }
        banner = "invoices 2.1"; // safe: before the volatile flag is set
        bannerSet = true;
        for (Thread t : workers) {
            t.join();
        }
        System.out.println(String.join("\n", lines)); // safe: joined
    }
}
