package locks.dclvolatile;

import java.util.HashMap;
import java.util.Map;

/** Double-checked locking done right: volatile reference, filled before it is published. One statistic is careless. */
public final class Main {
    static final class Rates {
        private final Map<String, Double> table = new HashMap<>();
        private double margin;

        Rates(double margin) {
            this.margin = margin; // safe: before the volatile write
            table.put("EUR", 1.0); // safe: before the volatile write
            table.put("CHF", 0.95); // safe: before the volatile write
        }

        double convert(String currency, double amount) {
            return table.get(currency) * amount * margin; // safe: after the volatile read
        }
    }

    private static volatile Rates rates;
    private static int misses;
    private static int fastPath;

    static Rates rates() {
        Rates local = rates; // safe: volatile
        if (local == null) {
            synchronized (Main.class) {
                local = rates;
                if (local == null) {
                    misses++; // safe: under the lock
                    local = new Rates(1.1);
                    rates = local; // safe: volatile
                }
            }
        } else {
            fastPath++; // race:fastPath
        }
        return local;
    }

    public static void main(String[] args) throws InterruptedException {
        double[] results = new double[3];
        Thread[] tellers = new Thread[3];
        for (int t = 0; t < tellers.length; t++) {
            final int id = t;
            tellers[t] = new Thread(() -> {
                for (int i = 0; i < 5; i++) {
                    results[id] += rates().convert("CHF", 10); // safe: its own element
                }
            });
            tellers[t].start();
        }
        for (Thread teller : tellers) {
            teller.join();
        }
        System.out.printf("%.2f %d%n", results[0] + results[2], misses); // safe: after join
        if (fastPath > 15) { // safe: after join
            throw new AssertionError();
        }
    }
}
