package heldout.currencies;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.IntStream;

/** Payments in many currencies go through caches: plain ones, concurrent ones, and concurrent ones with plain contents. */
public final class Main {
    record Payment(String currency, int amount) {
    }

    static final class Rate {
        final int factor;
        int uses;
        int changes;

        Rate(String currency) {
            this.factor = 1 + currency.length() % 4;
        }
    }

    /** What the desks have in common. */
    abstract static class Desk {
        final Map<String, Rate> rates = new ConcurrentHashMap<>();

        abstract int exchange(Payment payment);

        Rate rate(String currency) {
            return rates.computeIfAbsent(currency, Rate::new); // safe: a concurrent map
        }
    }

    static final class Careless extends Desk {
        private final Map<String, Integer> factors = new HashMap<>(1 << 8);

        @Override
        int exchange(Payment payment) {
            Rate rate = rate(payment.currency());
            rate.uses++; // race:uses
            if (!factors.containsKey(payment.currency())) { // race:factors
                factors.put(payment.currency(), rate.factor); // race:factors
            }
            return payment.amount() * rate.factor; // safe: final
        }
    }

    static final class Careful extends Desk {
        private final Map<String, Integer> totals = new ConcurrentHashMap<>();

        @Override
        int exchange(Payment payment) {
            rate(payment.currency());
            rates.compute(payment.currency(), (key, rate) -> {
                rate.changes++; // safe: compute locks the key
                return rate;
            });
            totals.merge(payment.currency(), payment.amount(), Integer::sum); // safe: merge is atomic
            return payment.amount();
        }
    }

    static int computed;

    static Map<String, List<Integer>> ledger(List<Payment> payments) {
        Map<String, List<Integer>> ledger = new ConcurrentHashMap<>();
        payments.parallelStream().forEach(payment -> {
            List<Integer> list = ledger.computeIfAbsent(payment.currency(), key -> new ArrayList<>(1 << 10)); // safe: a concurrent map
            list.add(payment.amount()); // race:ledger
        });
        return ledger;
    }

    static Map<String, List<Integer>> locked(List<Payment> payments) {
        Map<String, List<Integer>> ledger = new ConcurrentHashMap<>();
        payments.parallelStream().forEach(payment -> ledger
                .computeIfAbsent(payment.currency(), key -> Collections.synchronizedList(new ArrayList<>()))
                .add(payment.amount())); // safe: a synchronized list (false alarm: the lock of the wrapper is not seen to be that of its list)
        return ledger;
    }

    static int largest(List<Payment> payments) {
        Map<String, List<Integer>> groups = new ConcurrentHashMap<>();
        return payments.parallelStream().mapToInt(payment -> {
            groups.compute(payment.currency(), (key, list) -> {
                List<Integer> group = list == null ? new ArrayList<>() : list;
                group.add(payment.amount()); // race:size
                computed++; // race:computed
                return group;
            });
            return groups.get(payment.currency()).size(); // race:size
        }).max().getAsInt();
    }

    public static void main(String[] args) {
        List<Payment> payments = new ArrayList<>();
        for (int i = 0; i < 300; i++) {
            payments.add(new Payment("currency " + i % 13, i));
        }
        Careless careless = new Careless();
        Careful careful = new Careful();
        int one = payments.parallelStream().mapToInt(careless::exchange).sum();
        int two = payments.parallelStream().mapToInt(careful::exchange).sum();
        Map<Integer, Integer> squares = new HashMap<>();
        IntStream.range(0, 50).forEach(i -> squares.put(i, i * i)); // safe: not parallel
        int three = IntStream.range(0, 50).parallel().map(i -> squares.get(i)).sum(); // safe: only read
        System.out.println(one + " " + two + " " + three + " " + careful.totals.get("currency 3"));
        System.out.println(careful.rate("currency 4").changes + " " + locked(payments).get("currency 5").size()); // safe: the loops have ended
        if (ledger(payments).size() != 13 || largest(payments) < 0 || computed < 0 || careless.rate("currency 1").uses < 0) { // safe: the loops have ended
            throw new AssertionError();
        }
    }
}
