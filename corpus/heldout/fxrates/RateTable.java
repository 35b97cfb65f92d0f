package heldout.fxrates;

import java.util.HashMap;
import java.util.Map;

final class RateTable {
    private static RateTable instance;
    private final Map<String, Double> rates = new HashMap<>();
    private double spread;

    private RateTable() {
        rates.put("USD", 1.09); // safe: reached through a final field
        rates.put("GBP", 0.85);
        rates.put("CHF", 0.96);
        spread = 0.004; // race:spread
    }

    static RateTable get() {
        if (instance == null) { // race:inst1
            synchronized (RateTable.class) {
                if (instance == null) { // safe: same lock as the write
                    instance = new RateTable(); // race:inst1,inst2
                }
            }
        }
        return instance; // race:inst2
    }

    double convert(String currency, double euros) {
        double rate = rates.get(currency); // safe: final field, map frozen with the constructor
        double s = spread; // race:spread
        return euros * rate * (1 - s);
    }
}
