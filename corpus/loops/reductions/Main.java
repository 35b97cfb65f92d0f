package loops.reductions;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** Bills are reduced to sums, with identities that are values and identities that can be changed. */
public final class Main {
    record Money(long cents) {
        Money plus(Money other) {
            return new Money(cents + other.cents); // safe: nothing is changed
        }
    }

    static final class Purse {
        long cents;
        int coins;

        Purse put(long amount) {
            cents += amount; // race:purse
            return this;
        }

        Purse merge(Purse other) {
            Purse sum = new Purse();
            sum.cents = cents + other.cents; // race:purse
            return sum;
        }
    }

    static final class Frozen {
        final long cents;
        final int count;

        Frozen(long cents, int count) {
            this.cents = cents;
            this.count = count;
        }

        Frozen with(long amount) {
            return new Frozen(cents + amount, count + 1);
        }

        Frozen and(Frozen other) {
            return new Frozen(cents + other.cents, count + other.count);
        }
    }

    private static int steps;

    static long add(long a, long b) {
        steps++; // race:steps
        return a + b;
    }

    static StringBuilder join(List<String> names) {
        return names.parallelStream().reduce(new StringBuilder(1 << 13), (builder, name) -> {
            builder.append(name); // race:builder
            return builder;
        }, (a, b) -> a);
    }

    static List<String> gather(List<String> names) {
        return names.parallelStream().reduce(List.of(), (list, name) -> {
            List<String> longer = new ArrayList<>(list); // safe: nobody changes a list that was handed on
            longer.add(name); // safe: made by this call
            return longer;
        }, (a, b) -> {
            List<String> both = new ArrayList<>(a); // safe: complete
            both.addAll(b); // safe: made by this call
            return both;
        });
    }

    public static void main(String[] args) {
        List<Long> bills = IntStream.range(0, 160).mapToObj(i -> 10L * i).collect(Collectors.toList());
        List<String> names = bills.stream().map(bill -> "bill " + bill).collect(Collectors.toList());
        long sum = bills.parallelStream().mapToLong(Long::longValue).sum(); // safe: a reduction of values
        Money money = bills.parallelStream().map(Money::new).reduce(new Money(0), Money::plus); // safe: the identity is never changed
        Frozen frozen = bills.parallelStream().reduce(new Frozen(0, 0), Frozen::with, Frozen::and); // safe: the identity is never changed
        Purse purse = bills.parallelStream().reduce(new Purse(), Purse::put, Purse::merge);
        long added = bills.parallelStream().reduce(0L, Main::add);
        Purse single = bills.stream().reduce(new Purse(), (p, bill) -> {
            p.coins++; // safe: not parallel
            return p;
        }, (a, b) -> a);
        StringBuilder text = join(names);
        System.out.println(sum + " " + money.cents() + " " + frozen.count + " " + single.coins + " " + added);
        System.out.println(gather(names).get(159));
        if (purse.cents < 0 || text.length() > 1 << 13 || steps < 0) { // safe: the loops have ended
            throw new AssertionError();
        }
    }
}
