package heldout.sumstreams;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.atomic.LongAdder;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

public class Main {

    static class Survey {
        private final int[] ages;
        private final int[] decades = new int[10];
        private int oldest;
        private int answered;
        private int skipped;

        Survey(int[] ages) {
            this.ages = ages;
        }

        void byDecade() {
            Arrays.stream(ages).parallel().forEach(age -> {
                decades[age / 10]++; // race:decades
                synchronized (this) {
                    answered++; // safe: under this
                }
            });
        }

        void findOldest() {
            IntStream.range(0, ages.length).parallel().forEach(i -> {
                int age = ages[i]; // safe: the ages are only read
                if (age > oldest) { // race:oldest
                    oldest = age; // race:oldest
                }
            });
        }

        int oldestByReduce() {
            return Arrays.stream(ages).parallel().reduce(0, Math::max); // safe: no side effect
        }

        void skipYoung() {
            Arrays.stream(ages).sequential().forEach(age -> {
                if (age < 18) {
                    skipped++; // safe: sequential stream
                }
            });
        }

        int decadeSum() {
            int sum = 0;
            for (int d : decades) { // safe: the stream operation has returned
                sum += d;
            }
            return sum;
        }
    }

    private static List<String> labels(int n) {
        List<String> result = new ArrayList<>(4 * n);
        IntStream.range(0, n).parallel().forEach(i -> {
            result.add("label " + i); // race:labels
        });
        return result;
    }

    private static List<String> orderedLabels(int n) {
        List<String> result = new ArrayList<>();
        IntStream.range(0, n).parallel().mapToObj(i -> "o" + i).forEachOrdered(s -> {
            result.add(s); // safe: forEachOrdered calls it one element after the other
        });
        return result;
    }

    private static long[] squares(int n) {
        long[] out = new long[n];
        IntStream.range(0, n).parallel().forEach(i -> {
            out[i] = (long) i * i; // safe: every index is written once
        });
        Arrays.parallelPrefix(out, Long::sum); // safe: after the stream
        return out;
    }

    private static String initials(List<String> words) {
        StringBuilder all = words.parallelStream().collect(
                StringBuilder::new,
                (sb, w) -> sb.append(w.charAt(0)), // safe: one container per segment
                (left, right) -> left.append(right)); // safe: combined by one thread
        return all.toString();
    }

    public static void main(String[] args) {
        int[] ages = new int[2000];
        Arrays.parallelSetAll(ages, i -> (i * 37 + 11) % 100); // safe: distinct elements
        Survey survey = new Survey(ages);
        survey.byDecade();
        survey.findOldest();
        survey.skipYoung();

        LongAdder adder = new LongAdder();
        Stream.of(3, 1, 4, 1, 5, 9, 2, 6).parallel().forEach(adder::add); // safe: LongAdder
        ConcurrentMap<Integer, Long> perLength = IntStream.range(0, 500).parallel().boxed()
                .collect(Collectors.groupingByConcurrent(i -> String.valueOf(i).length(), Collectors.counting()));
        Map<Boolean, Long> parity = IntStream.range(0, 501).parallel().boxed()
                .collect(Collectors.partitioningBy(i -> i % 2 == 0, Collectors.counting()));

        long[] squares = squares(100);
        List<String> ordered = orderedLabels(50);
        System.out.println("answered " + survey.answered + " skipped " + survey.skipped); // safe: streams have returned
        System.out.println("oldest " + (survey.oldest <= survey.oldestByReduce())); // safe: streams have returned
        System.out.println("decades " + (survey.decadeSum() <= 2000));
        System.out.println("labels " + (labels(100).size() <= 100));
        System.out.println(ordered.get(49) + " " + squares[99] + " " + adder.sum() + " " + perLength + " " + parity); // safe: terminal operations are done
        System.out.println(initials(List.of("blue", "amber", "red", "khaki")));
    }
}
