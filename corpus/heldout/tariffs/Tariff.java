package heldout.tariffs;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Immutable price table, put together by a builder. */
final class Tariff {
    private final String name;
    private final List<Band> bands;
    private final Map<String, Double> surcharges;

    record Band(int fromKwh, double price) { }

    private Tariff(Builder b) {
        this.name = b.name;
        this.bands = List.copyOf(b.bands); // safe: own copy, never changed
        this.surcharges = Map.copyOf(b.surcharges); // safe: own copy, never changed
    }

    static Builder named(String name) {
        return new Builder(name);
    }

    double price(int kwh, String... extras) {
        double unit = 0;
        for (Band b : bands) {
            if (kwh >= b.fromKwh()) {
                unit = b.price();
            }
        }
        double total = unit * kwh;
        for (String e : extras) {
            total += surcharges.getOrDefault(e, 0.0); // safe: read-only map behind a final field
        }
        return total;
    }

    @Override
    public String toString() {
        return name + bands + surcharges; // safe: immutable
    }

    static final class Builder {
        private final String name;
        private final List<Band> bands = new ArrayList<>();
        private final Map<String, Double> surcharges = new TreeMap<>();

        private Builder(String name) {
            this.name = name;
        }

        Builder band(int from, double price) {
            bands.add(new Band(from, price)); // safe: a builder never leaves its thread
            return this;
        }

        Builder surcharge(String what, double amount) {
            surcharges.put(what, amount); // safe: a builder never leaves its thread
            return this;
        }

        Tariff build() {
            return new Tariff(this);
        }
    }
}
