package heldout.seismograph;

import java.util.List;
import java.util.Spliterator;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;

public class Main {

    record Sample(int tick, double amplitude) { }

    /** Endless source without any protection. */
    static class Needle implements Supplier<Sample> {
        private int tick;

        @Override
        public Sample get() {
            int t = ++tick; // race:tick
            return new Sample(t, Math.sin(t / 10.0));
        }
    }

    static class ExactNeedle implements Supplier<Sample> {
        private final AtomicInteger tick = new AtomicInteger();
        private int last;

        @Override
        public Sample get() {
            int t = tick.incrementAndGet(); // safe: atomic
            synchronized (this) {
                last = Math.max(last, t); // safe: monitor of the needle
            }
            return new Sample(t, t / 100.0);
        }
    }

    static class Position {
        int tracked;
        int handed;
    }

    /** Halving source whose parts all report to one position object. */
    static class Tape implements Spliterator<Sample> {
        private final Position position;
        private int from;
        private final int to;

        Tape(Position position, int from, int to) {
            this.position = position;
            this.from = from;
            this.to = to;
        }

        @Override
        public boolean tryAdvance(Consumer<? super Sample> sink) {
            if (from >= to) {
                return false;
            }
            int i = from++; // safe: every part has one task
            position.tracked = i; // race:tracked
            synchronized (position) {
                position.handed++; // safe: monitor of the position
            }
            sink.accept(new Sample(i, i));
            return true;
        }

        @Override
        public Spliterator<Sample> trySplit() {
            int half = (to - from) / 2;
            if (half < 4) {
                return null;
            }
            Tape prefix = new Tape(position, from, from + half);
            from += half; // safe: the prefix has its own bounds
            return prefix;
        }

        @Override
        public long estimateSize() {
            return to - from;
        }

        @Override
        public int characteristics() {
            return ORDERED | SIZED | SUBSIZED;
        }
    }

    static class Station {
        private int quiet;
        private int printed;
        private double previous;

        List<Sample> leading(List<Sample> in) {
            return in.parallelStream().takeWhile(s -> {
                quiet++; // race:quiet
                return s.amplitude() < 4.9;
            }).collect(Collectors.toList());
        }

        boolean alarm(List<Sample> in) {
            return in.parallelStream().anyMatch(s -> {
                double jump = Math.abs(s.amplitude() - previous); // race:previous
                previous = s.amplitude(); // race:previous
                return jump > 1000;
            });
        }

        void print(List<Sample> in) {
            in.stream().takeWhile(s -> s.amplitude() < 4.9).forEach(s -> {
                printed++; // safe: sequential stream
            });
        }
    }

    public static void main(String[] args) {
        int n = Stream.generate(new Needle()).parallel().limit(200).mapToInt(s -> 1).sum();
        ExactNeedle exact = new ExactNeedle();
        int m = Stream.generate(exact).parallel().limit(200).mapToInt(s -> 1).sum();
        int[] ticks = {0};
        int serial = IntStream.iterate(1, i -> i <= 64, i -> {
            ticks[0]++; // safe: the steps are taken one by one
            return i + i;
        }).parallel().map(i -> i % 7).sum();

        List<Sample> drum = IntStream.range(0, 2000).parallel()
                .mapToObj(i -> new Sample(i, (i % 50) / 10.0)).collect(Collectors.toList()); // safe: a new sample per index
        Position position = new Position();
        List<Double> taped = StreamSupport.stream(new Tape(position, 0, 400), true)
                .map(Sample::amplitude).collect(Collectors.toList());
        Station station = new Station();
        List<Sample> lead = station.leading(drum);
        station.print(drum);

        System.out.println("samples " + n + " " + m + " exact " + (exact.last >= 200)); // safe: after the loop
        System.out.println("serial " + serial + " " + ticks[0]);
        System.out.println("drum " + drum.size() + " taped " + taped.size() + " handed " + position.handed); // safe: after the loop
        System.out.println("lead " + lead.size() + " printed " + station.printed + " alarm " + station.alarm(drum));
        System.out.println("plausible " + (position.tracked < 400 && station.quiet >= 0)); // safe: after the loops
    }
}
