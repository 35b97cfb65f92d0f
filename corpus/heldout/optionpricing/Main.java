package heldout.optionpricing;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.DoubleAdder;
import java.util.concurrent.atomic.LongAdder;
import java.util.stream.DoubleStream;
import java.util.stream.LongStream;

public class Main {

    enum Side { CALL, PUT }

    static final class Option {
        final String underlying;
        final Side side;
        final double strike;
        double value;

        Option(String underlying, Side side, double strike) {
            this.underlying = underlying;
            this.side = side;
            this.strike = strike;
        }
    }

    /** Sum of absolute exposures, built by a reduction. */
    static final class Exposure {
        private double gross;

        Exposure plus(Option o) {
            gross += Math.abs(o.value); // race:gross
            return this;
        }

        Exposure plus(Exposure other) {
            gross += other.gross; // race:gross
            return this;
        }
    }

    /** Same idea, but filled through collect. */
    static final class Greeks {
        private double delta;
        private int legs;

        void accept(Option o) {
            delta += o.side == Side.CALL ? 0.5 : -0.5; // safe: container of one chunk
            legs++; // safe: container of one chunk
        }

        void merge(Greeks other) {
            delta += other.delta; // safe: merged when both chunks are complete
            legs += other.legs; // safe: merged when both chunks are complete
        }
    }

    record Net(double sum, int n) {
        Net with(Option o) {
            return new Net(sum + o.value, n + 1);
        }

        Net with(Net o) {
            return new Net(sum + o.sum, n + o.n);
        }
    }

    static final class Pricer {
        private static final Map<String, Double> VOLATILITY = new HashMap<>(256);
        private static final Map<String, Double> SPOT = new ConcurrentHashMap<>();
        private static final ThreadLocal<double[]> PATH = ThreadLocal.withInitial(() -> new double[8]);

        private final double[] scratch = new double[4];
        private final LongAdder priced = new LongAdder();
        private final DoubleAdder premium = new DoubleAdder();

        double volatility(String name) {
            Double known = VOLATILITY.get(name); // race:volatility
            if (known == null) {
                known = 0.1 + (name.hashCode() & 7) / 100.0;
                VOLATILITY.put(name, known); // race:volatility
            }
            return known;
        }

        double spot(String name) {
            return SPOT.computeIfAbsent(name, k -> 90.0 + k.length()); // safe: concurrent map
        }

        double simulate(Option o) {
            double[] path = PATH.get();
            path[0] = spot(o.underlying); // safe: array of this thread
            for (int i = 1; i < path.length; i++) {
                path[i] = path[i - 1] * (1 + volatility(o.underlying) / 10); // safe: array of this thread
            }
            return path[path.length - 1]; // safe: array of this thread
        }

        void price(Option o) {
            double end = simulate(o);
            double intrinsic = o.side == Side.CALL ? end - o.strike : o.strike - end;
            scratch[0] = intrinsic; // race:scratch
            scratch[1] = Math.max(0, scratch[0]); // race:scratch
            o.value = Math.max(0, intrinsic); // safe: each option is one element
            priced.increment(); // safe: LongAdder
            premium.add(o.value); // safe: DoubleAdder, own element
        }
    }

    public static void main(String[] args) {
        List<Option> book = new ArrayList<>();
        for (int i = 0; i < 400; i++) {
            book.add(new Option("STK" + i % 12, i % 2 == 0 ? Side.CALL : Side.PUT, 80 + i % 40));
        }
        Pricer pricer = new Pricer();
        book.parallelStream().forEach(pricer::price);

        Exposure exposure = book.parallelStream().reduce(new Exposure(), (e, o) -> e.plus(o), (a, b) -> a.plus(b));
        Greeks greeks = book.parallelStream().collect(Greeks::new, Greeks::accept, Greeks::merge);
        Net net = book.parallelStream().reduce(new Net(0, 0), Net::with, Net::with); // safe: the identity is immutable

        AtomicLong ticks = new AtomicLong();
        long sum = LongStream.rangeClosed(1, 500).parallel().peek(t -> ticks.addAndGet(t)).sum(); // safe: atomic
        double[] ladder = DoubleStream.iterate(80, d -> d + 1).limit(40).parallel().map(d -> d * 2).toArray();

        System.out.println("priced " + pricer.priced.sum() + " legs " + greeks.legs + " net " + net.n());
        System.out.println("delta " + greeks.delta);
        System.out.println("exposure plausible " + (exposure.gross >= 0)); // safe: after the reduction
        System.out.println("ticks " + (ticks.get() == sum) + " ladder " + ladder.length);
    }
}
