package heldout.cropyield;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import java.util.stream.Stream;

public class Main {

    static class Plot {
        final double area;
        double harvested;

        Plot(double area) {
            this.area = area;
        }
    }

    static class Field {
        final String name;
        final List<Plot> plots = new ArrayList<>();
        double yield;

        Field(String name, int count) {
            this.name = name;
            for (int i = 0; i < count; i++) {
                plots.add(new Plot(1 + i));
            }
        }
    }

    /** Hands streams out and takes them back in various modes. */
    static class Farm {
        private final List<Field> fields = new ArrayList<>();
        private final List<String> journal = new ArrayList<>();
        private final List<String> sorted = new ArrayList<>();
        private int opened;
        private int surveyed;
        private int weighed;
        private int merged;
        private int walked;

        Stream<Field> fields() {
            opened++; // safe: only the main thread opens streams
            return fields.parallelStream();
        }

        static <T> Stream<T> calm(Stream<T> s) {
            return s.sequential();
        }

        static <T> Stream<T> hurry(Stream<T> s) {
            return s.parallel();
        }

        static <T> void drain(Stream<T> s, Consumer<? super T> sink) {
            s.forEach(sink);
        }

        void survey() {
            Stream<Field> s = fields().peek(f -> {
                surveyed++; // safe: the pipeline is sequential in the end
            });
            drain(calm(s), f -> {
                journal.add(f.name); // safe: the pipeline is sequential in the end
            });
        }

        void weigh() {
            Stream<Field> s = fields.stream().map(f -> {
                weighed++; // race:weighed
                return f;
            });
            drain(hurry(s), f -> {
                f.yield = f.plots.stream().mapToDouble(p -> p.area).sum() * 3; // safe: own field
            });
        }

        void harvest() {
            fields.stream().flatMap(f -> f.plots.parallelStream()).forEach(p -> {
                p.harvested = p.area * 3; // safe: plots are distinct
                walked++; // safe: the outer stream is sequential and decides
            });
        }

        double total() {
            double[] sum = new double[1];
            fields().forEachOrdered(f -> {
                sum[0] += f.yield; // safe: forEachOrdered goes one by one
            });
            return sum[0];
        }

        double looseTotal() {
            double[] sum = new double[1];
            hurry(calm(fields())).forEach(f -> {
                sum[0] += f.yield; // race:looseSum
            });
            return sum[0];
        }

        int merge(List<Field> rented) {
            Stream<Field> all = Stream.concat(fields.stream(), rented.parallelStream());
            all.forEach(f -> {
                merged++; // race:merged
            });
            return merged; // safe: after the loop
        }

        String firstNames() {
            StringBuilder names = new StringBuilder();
            Iterator<Field> it = fields().filter(f -> f.yield > 0).iterator();
            while (it.hasNext() && names.length() < 10) {
                names.append(it.next().name).append(' '); // safe: the iterator is pulled by this thread
            }
            return names.toString().trim();
        }

        void byName() {
            for (Field f : fields().sorted((x, y) -> x.name.compareTo(y.name)).collect(Collectors.toList())) {
                sorted.add(f.name); // safe: plain loop over the result
            }
        }
    }

    public static void main(String[] args) {
        Farm farm = new Farm();
        List<Field> rented = new ArrayList<>();
        for (int i = 0; i < 120; i++) {
            farm.fields.add(new Field("f" + i, 3 + i % 5));
            rented.add(new Field("r" + i, 1));
        }
        farm.survey();
        farm.weigh();
        farm.harvest();
        farm.byName();
        double total = farm.total();

        System.out.println("surveyed " + farm.surveyed + " journal " + farm.journal.size());
        System.out.println("weighed plausible " + (farm.weighed <= 120)); // safe: after the loop
        System.out.println("walked " + farm.walked + " total " + total);
        System.out.println("loose plausible " + (farm.looseTotal() <= total));
        System.out.println("merged plausible " + (farm.merge(rented) <= 240));
        System.out.println("names " + farm.firstNames() + " / " + farm.sorted.get(0) + " opened " + farm.opened);
    }
}
