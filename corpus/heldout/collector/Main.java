package heldout.collector;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collector;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** Analyses the words of support tickets with a handful of home-made collectors. */
public class Main {
    record Ticket(int id, String product, String text) {
    }

    /** Container of the length statistics. */
    static final class Lengths {
        private int count;
        private long sum;
        private int longest;

        void add(String word) {
            count++; // safe: a container per task, made by the supplier
            sum += word.length(); // safe: a container per task
            longest = Math.max(longest, word.length()); // safe: a container per task
        }

        Lengths merge(Lengths other) {
            count += other.count; // safe: the collector hands over finished containers
            sum += other.sum; // safe: finished containers
            longest = Math.max(longest, other.longest); // safe: finished containers
            return this;
        }

        @Override
        public String toString() {
            return count + " words, mean " + (count == 0 ? 0 : sum / count) + ", longest " + longest;
        }
    }

    /** Container for the frequencies, with a cache of the last word seen. */
    static final class Frequencies {
        private final Map<String, Integer> byWord = new HashMap<>(512);
        private String lastWord = "";

        void add(String word) {
            if (!word.equals(lastWord)) { // race:lastword
                lastWord = word; // race:lastword
            }
            byWord.merge(word, 1, Integer::sum); // race:byword
        }

        Frequencies merge(Frequencies other) {
            other.byWord.forEach((w, n) -> byWord.merge(w, n, Integer::sum));
            return this;
        }
    }

    private static Collector<String, Lengths, Lengths> lengths() {
        return Collector.of(Lengths::new, Lengths::add, Lengths::merge);
    }

    private static Collector<String, Frequencies, Map<String, Integer>> frequencies() {
        return Collector.of(Frequencies::new, Frequencies::add, Frequencies::merge,
                f -> new TreeMap<>(f.byWord), // safe: the finisher runs when all have accumulated
                Collector.Characteristics.CONCURRENT, Collector.Characteristics.UNORDERED);
    }

    /** Collects the tickets into a list that the caller already has. */
    private static Collector<Ticket, List<Ticket>, List<Ticket>> into(List<Ticket> target) {
        return Collector.of(() -> target,
                (list, ticket) -> list.add(ticket), // race:target
                (left, right) -> left);
    }

    private static List<String> words(Ticket ticket) {
        List<String> out = new ArrayList<>();
        for (String word : ticket.text().split(" ")) {
            out.add(word.toLowerCase()); // safe: list of this call
        }
        return out;
    }

    public static void main(String[] args) {
        String[] stock = {"Printer jams again", "Login page shows blank Screen", "cannot export Invoice", "slow"};
        List<Ticket> tickets = IntStream.range(0, 3000)
                .mapToObj(i -> new Ticket(i, "product" + i % 5, stock[i % stock.length] + " v" + i % 50))
                .collect(Collectors.toList());

        Lengths lengths = tickets.parallelStream().flatMap(t -> words(t).stream()).collect(lengths());
        System.out.println(lengths);

        Map<String, Integer> frequencies = tickets.parallelStream().flatMap(t -> words(t).stream()).collect(frequencies());
        System.out.println(frequencies.size() + " distinct words, slow: " + frequencies.get("slow"));

        List<Ticket> urgent = new ArrayList<>(4000);
        tickets.parallelStream().filter(t -> t.text().startsWith("cannot")).collect(into(urgent));
        System.out.println(urgent.size() + " urgent"); // safe: after the stream

        Map<String, List<Integer>> ids = tickets.parallelStream().collect(Collectors.groupingBy(Ticket::product,
                Collectors.mapping(Ticket::id, Collectors.toList()))); // safe: the library's collector
        List<Ticket> archive = new ArrayList<>();
        tickets.stream().filter(t -> t.id() < 10).forEach(archive::add); // safe: sequential stream
        System.out.println(ids.get("product3").size() + " of product3, " + archive.size() + " archived");
    }
}
