package loops.sharedlists;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** The catalogue of a library is read in by a parallel loop that fills what is not made for threads. */
public final class Main {
    static final class Catalogue {
        final List<String> titles = new ArrayList<>(512);
        final Map<String, Integer> years = new HashMap<>(1024);
        final Set<String> authors = new HashSet<>(1024);
        final StringBuilder index = new StringBuilder(1 << 14);
        final List<String> rejected = new ArrayList<>();

        void take(String title, String author, int year) {
            titles.add(title); // race:titles
            years.put(title, year); // race:years
            if (!authors.contains(author)) { // race:authors
                authors.add(author); // race:authors
            }
            index.append(title).append(';'); // race:index
            if (year < 1800) {
                synchronized (this) {
                    rejected.add(title); // safe: every use holds the catalogue
                }
            }
        }

        synchronized int rejected() {
            return rejected.size(); // safe: every use holds the catalogue
        }
    }

    static String shorten(String title, Map<String, String> abbreviations) {
        StringBuilder own = new StringBuilder();
        for (String word : title.split(" ")) {
            own.append(abbreviations.getOrDefault(word, word)).append(' '); // safe: own builder, and nobody writes the map
        }
        List<String> parts = new ArrayList<>();
        parts.add(own.toString()); // safe: made by this call
        Collections.reverse(parts);
        return parts.get(0).trim();
    }

    public static void main(String[] args) {
        List<String> cards = IntStream.range(0, 200).mapToObj(i -> "Book " + i).collect(Collectors.toList());
        Map<String, String> abbreviations = new HashMap<>();
        abbreviations.put("Book", "B."); // safe: before the loop
        Catalogue catalogue = new Catalogue();
        cards.parallelStream().forEach(card -> {
            int number = Integer.parseInt(card.substring(5));
            catalogue.take(shorten(card, abbreviations), "Author " + number % 30, 1750 + number);
        });
        List<String> collected = cards.parallelStream().map(card -> shorten(card, abbreviations)).collect(Collectors.toList()); // safe: the library makes and joins the lists
        List<String> again = new ArrayList<>();
        collected.forEach(again::add); // safe: not parallel
        System.out.println(catalogue.rejected() + " " + again.get(199));
        if (catalogue.titles.size() > 200 || catalogue.index.length() > 1 << 14) { // safe: forEach has ended
            throw new AssertionError();
        }
        if (catalogue.years.size() > 400 || catalogue.authors.isEmpty()) { // safe: forEach has ended
            throw new AssertionError();
        }
    }
}
