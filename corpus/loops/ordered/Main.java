package loops.ordered;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** A printer prints one page after the other, but the pages are set by many: forEachOrdered orders its own action only. */
public final class Main {
    static final class Page {
        final int number;
        String text = "";
        int set;

        Page(int number) {
            this.number = number;
        }
    }

    static final class Printer {
        final StringBuilder output = new StringBuilder();
        final Map<Integer, Integer> lengths = new HashMap<>();
        int printed;
        int typeset;
        int proofs;
        Page previous;

        Page set(Page page) {
            page.text = "page " + page.number; // safe: each page is one element
            page.set++; // safe: each page is one element
            typeset++; // race:typeset
            return page;
        }

        void print(Page page) {
            printed++; // safe: forEachOrdered takes one element after the other
            output.append(page.text).append('\n'); // safe: forEachOrdered takes one element after the other
            lengths.merge(page.text.length(), 1, Integer::sum); // safe: forEachOrdered takes one element after the other
            if (previous != null && previous.number >= page.number) { // safe: forEachOrdered takes one element after the other
                throw new AssertionError();
            }
            previous = page; // safe: forEachOrdered takes one element after the other
        }

        void proof(Page page) {
            proofs++; // race:proofs
            synchronized (page) {
                page.set++; // safe: each page is one element
            }
        }
    }

    private static int watched;
    private static int weighed;

    public static void main(String[] args) {
        List<Page> pages = IntStream.range(0, 100).mapToObj(Page::new).collect(Collectors.toList());
        Printer printer = new Printer();
        pages.parallelStream().map(printer::set).forEachOrdered(printer::print);
        pages.parallelStream().forEach(printer::proof);
        List<Integer> even = new ArrayList<>();
        int[] sum = new int[1];
        pages.parallelStream()
                .mapToInt(page -> {
                    watched++; // race:watched
                    return page.number;
                })
                .filter(number -> number % 2 == 0)
                .forEachOrdered(number -> {
                    even.add(number); // safe: forEachOrdered takes one element after the other
                    sum[0] += number; // safe: forEachOrdered takes one element after the other
                });
        List<Integer> late = new ArrayList<>();
        pages.parallelStream().peek(page -> {
            weighed += page.set; // race:weighed
        }).map(page -> page.number).sorted().forEachOrdered(late::add); // safe: forEachOrdered takes one element after the other
        System.out.println(printer.printed + " " + printer.lengths + " " + sum[0] + " " + even.size() + " " + late.get(99)); // safe: the loops have ended
        System.out.println(printer.output.length()); // safe: the loops have ended
        if (printer.typeset > 100 || printer.proofs > 100 || watched > 100 || weighed < 0) { // safe: the loops have ended
            throw new AssertionError();
        }
    }
}
