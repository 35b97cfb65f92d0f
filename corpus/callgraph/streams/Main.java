// Streams: the library calls the lambdas, from the frames of its pipeline; a stream may be lazy, may stop early, may be
// made of a generator, and may be collected by a collector that the application wrote.
package callgraph.streams;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collector;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

public class Main {
    public static void main(String[] args) {
        List<Book> books = List.of(new Book("Iliad", "Homer", 700), new Book("Emma", "Austen", 470),
                new Book("Persuasion", "Austen", 250), new Book("Odyssey", "Homer", 540));
        System.out.println(books.stream().filter(Book::isLong).map(Book::title).sorted().collect(Collectors.toList()));
        Map<String, Integer> pages = books.stream()
                .collect(Collectors.groupingBy(Book::author, TreeMap::new, Collectors.summingInt(Book::pages)));
        System.out.println(pages);
        System.out.println(books.stream().sorted(Comparator.comparing(Book::author).thenComparing(Main::byLength))
                .map(book -> shorten(book.title())).collect(Collectors.joining("|")));
        System.out.println(IntStream.rangeClosed(1, 5).map(Main::square).filter(n -> n % 2 == 1).sum());
        System.out.println(Stream.iterate(1, n -> next(n)).limit(6).reduce(0, Main::add));
        System.out.println(books.stream().flatMap(Main::words).anyMatch(word -> word.endsWith("a")));
        System.out.println(books.stream().map(Book::title).collect(reversed()));
        Stream<Book> lazy = books.stream().peek(book -> unreachable());
        System.out.println(lazy != null);
        System.out.println(books.parallelStream().mapToInt(book -> weigh(book)).sum());
    }

    static int byLength(Book left, Book right) {
        return Integer.compare(left.pages(), right.pages());
    }

    static String shorten(String text) {
        return text.substring(0, 3);
    }

    static int square(int number) {
        return number * number;
    }

    static int next(int number) {
        return number * 2;
    }

    static int add(int left, int right) {
        return left + right;
    }

    static Stream<String> words(Book book) {
        return Stream.of(book.title(), book.author());
    }

    static int weigh(Book book) {
        return book.pages() / 10;
    }

    static void unreachable() {
        throw new IllegalStateException("nobody asked for an element");
    }

    static Collector<String, List<String>, String> reversed() {
        return Collector.of(ArrayList::new, Main::push, (left, right) -> left, Main::join);
    }

    static void push(List<String> list, String text) {
        list.add(0, text);
    }

    static String join(List<String> list) {
        return String.join(">", list);
    }
}

record Book(String title, String author, int pages) {
    boolean isLong() {
        return pages > 500;
    }
}
