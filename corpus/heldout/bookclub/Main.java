package heldout.bookclub;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collector;
import java.util.stream.Collectors;

public class Main {

    static final class Book {
        final String title;
        final int pages;
        final boolean late;

        Book(String title, int pages, boolean late) {
            this.title = title;
            this.pages = pages;
            this.late = late;
        }
    }

    /** Container of a collector that claims to be concurrent and unordered. */
    static final class Tally {
        private int pages;
        private int books;

        void add(Book b) {
            pages += b.pages; // race:tallyPages
            synchronized (this) {
                books++; // safe: monitor of the tally
            }
        }

        Tally merge(Tally o) {
            return this;
        }
    }

    /** Container of a collector that claims to be concurrent but keeps the order. */
    static final class Shelf {
        private final List<String> titles = new ArrayList<>();
        private int width;

        void put(Book b) {
            titles.add(b.title); // safe: over an ordered source each chunk has its own shelf
            width += b.pages / 100; // safe: over an ordered source each chunk has its own shelf
        }

        Shelf append(Shelf o) {
            titles.addAll(o.titles); // safe: both chunks are complete
            width += o.width; // safe: both chunks are complete
            return this;
        }
    }

    /** Like Shelf, but used over a set. */
    static final class Pile {
        private int height;

        void drop(Book b) {
            height += b.pages; // race:pileHeight
        }

        Pile onto(Pile o) {
            return this;
        }
    }

    static final class Club {
        private final List<Book> books = new ArrayList<>();
        private final List<Book> overdue = new ArrayList<>(1000);
        private int seen;
        private int finished;

        Tally tally() {
            return books.parallelStream().collect(Collector.of(Tally::new, Tally::add, Tally::merge,
                    Collector.Characteristics.CONCURRENT, Collector.Characteristics.UNORDERED));
        }

        Shelf shelf() {
            return books.parallelStream().collect(Collector.of(Shelf::new, Shelf::put, Shelf::append,
                    Collector.Characteristics.CONCURRENT));
        }

        Pile pile(Set<Book> loose) {
            return loose.parallelStream().collect(Collector.of(Pile::new, Pile::drop, Pile::onto,
                    Collector.Characteristics.CONCURRENT));
        }

        String catalogue() {
            return books.parallelStream().limit(5).collect(Collector.of(StringBuilder::new, (sb, b) -> {
                sb.append(b.title).append(' '); // safe: a builder per chunk
            }, StringBuilder::append, sb -> {
                finished++; // safe: the finisher runs once, in the caller
                return sb.toString().trim();
            }));
        }

        List<Book> lateOnes() {
            return books.parallelStream().filter(b -> b.late).collect(Collector.of(() -> overdue, (list, b) -> {
                list.add(b); // race:overdue
            }, (left, right) -> left));
        }

        double averageOfTitles() {
            return books.parallelStream().collect(Collectors.teeing(
                    Collectors.counting(),
                    Collectors.mapping(b -> {
                        seen++; // race:seen
                        return b.title.length();
                    }, Collectors.toList()),
                    (n, lengths) -> {
                        finished++; // safe: merger runs once, in the caller
                        return lengths.size() / (double) n;
                    }));
        }

        Map<Boolean, ArrayList<Book>> split() {
            return books.parallelStream()
                    .collect(Collectors.partitioningBy(b -> b.late, Collectors.toCollection(ArrayList::new))); // safe: lists per chunk
        }
    }

    public static void main(String[] args) {
        Club club = new Club();
        Set<Book> loose = new HashSet<>();
        for (int i = 0; i < 300; i++) {
            Book b = new Book("book" + i, 100 + i, i % 3 == 0);
            club.books.add(b);
            loose.add(b);
        }
        Tally tally = club.tally();
        Shelf shelf = club.shelf();
        Pile pile = club.pile(loose);
        Map<Boolean, ArrayList<Book>> split = club.split();
        Map<Boolean, Integer> pages = club.books.parallelStream()
                .collect(Collectors.toConcurrentMap(b -> b.late, b -> b.pages, Integer::sum)); // safe: concurrent map, pure merge

        System.out.println("catalogue " + club.catalogue());
        System.out.println("average " + club.averageOfTitles() + " finished " + club.finished); // safe: finishers ran here
        System.out.println("tally " + tally.books + " " + (tally.pages <= 74850)); // safe: after the collect
        System.out.println("shelf " + shelf.titles.size() + " " + shelf.width + " last " + shelf.titles.get(299));
        System.out.println("pile plausible " + (pile.height <= 74850)); // safe: after the collect
        System.out.println("late " + split.get(true).size() + " " + (club.lateOnes().size() <= 100));
        System.out.println("pages " + pages.get(true) + " seen plausible " + (club.seen <= 300)); // safe: after the collect
    }
}
