package loops.sources;

import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** Streams from everywhere: texts, patterns, builders, arrays, views of collections and pairs of streams. */
public final class Main {
    static final class Shop {
        final String name;
        int visits;
        int closed;
        int repaired;

        Shop(String name) {
            this.name = name;
        }
    }

    private static int vowels;
    private static int words;
    private static int built;

    static void texts(String text) {
        int[] letters = new int[26];
        AtomicIntegerArray counted = new AtomicIntegerArray(26);
        text.chars().parallel().filter(Character::isLetter).map(Character::toLowerCase).forEach(c -> {
            if ("aeiou".indexOf(c) >= 0) {
                vowels++; // race:vowels
            }
            letters[c - 'a']++; // race:letters
            counted.incrementAndGet(c - 'a'); // safe: atomic
        });
        String joined = Pattern.compile(" ").splitAsStream(text).parallel().map(word -> {
            words++; // race:words
            return word.substring(0, 1); // safe: text never changes
        }).collect(Collectors.joining()); // safe: the collector's own builders
        System.out.println(joined.length() + " " + counted.get(4) + " " + (letters[4] <= counted.get(4))); // safe: the loops have ended
    }

    static void shops() {
        Stream.Builder<Shop> builder = Stream.builder();
        for (int i = 0; i < 40; i++) {
            builder.add(new Shop("shop " + i));
        }
        List<Shop> shops = builder.build().parallel().map(shop -> {
            shop.visits++; // safe: each shop is one element
            built++; // race:built
            return shop;
        }).collect(Collectors.toList());
        Collection<Shop> view = Collections.unmodifiableCollection(shops);
        view.parallelStream().forEach(shop -> shop.visits += 2); // safe: each shop is one element
        Stream.concat(shops.stream(), shops.stream()).parallel().forEach(shop -> shop.closed++); // race:closed
        List<Shop> front = shops.subList(0, 20);
        List<Shop> back = shops.subList(20, 40);
        Stream.concat(front.stream(), back.stream()).parallel().forEach(shop -> shop.repaired++); // safe: two halves of one list (false alarm: parts of one list are not told apart)
        Arrays.asList(shops.toArray(new Shop[0])).parallelStream().forEach(shop -> shop.visits++); // safe: each shop is one element
        Collections.singletonList(shops.get(0)).parallelStream().forEach(shop -> shop.visits += 10); // safe: one element only
        Shop best = shops.get(3);
        Map<String, Shop> names = shops.stream().collect(Collectors.toMap(shop -> shop.name, shop -> shop));
        names.keySet().parallelStream().map(names::get).forEach(shop -> {
            shop.visits++; // safe: each shop has one name (false alarm: parts of one list are not told apart)
            synchronized (best) {
                best.closed--; // safe: under the best shop
            }
        });
        int sum = shops.stream().mapToInt(shop -> shop.visits + shop.repaired).sum(); // safe: the loops have ended
        System.out.println(sum);
        if (shops.get(0).closed > 2) { // safe: the loops have ended
            throw new AssertionError();
        }
    }

    public static void main(String[] args) {
        String text = IntStream.range(0, 300).mapToObj(i -> "the quick fox " + "n".repeat(1 + i % 3)).collect(Collectors.joining(" "));
        texts(text);
        shops();
        if (vowels < 0 || words > 1200 || built > 40) { // safe: the loops have ended
            throw new AssertionError();
        }
    }
}
