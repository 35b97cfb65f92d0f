// Iterators, iterables and a spliterator of the application: called by the for loop of the application itself, and by
// the library that is handed such an object.
package callgraph.iterators;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.AbstractList;
import java.util.stream.StreamSupport;

public class Main {
    public static void main(String[] args) {
        int sum = 0;
        for (int number : new Range(1, 5)) {
            sum += number;
        }
        System.out.println(sum);
        for (String text : filtered(List.of("a", "bb", "ccc", "dd"))) {
            System.out.println(text);
        }
        List<Integer> copy = new ArrayList<>();
        new Range(10, 13).forEach(copy::add);
        System.out.println(copy);
        System.out.println(StreamSupport.stream(new Range(0, 4).spliterator(), false).count());
        System.out.println(String.join("-", new Letters(5)) + " " + new Letters(3).contains("c"));
        Collection<Integer> both = new ArrayList<>(new Squares(4));
        System.out.println(both + " " + new Squares(3).indexOf(4));
    }

    static Iterable<String> filtered(List<String> texts) {
        return () -> new LongTexts(texts.iterator());
    }
}

class Range implements Iterable<Integer> {
    private final int from;
    private final int to;

    Range(int from, int to) {
        this.from = from;
        this.to = to;
    }

    @Override
    public Iterator<Integer> iterator() {
        return new Iterator<>() {
            private int next = from;

            @Override
            public boolean hasNext() {
                return next < to;
            }

            @Override
            public Integer next() {
                if (!hasNext()) {
                    throw new NoSuchElementException();
                }
                return next++;
            }
        };
    }
}

class LongTexts implements Iterator<String> {
    private final Iterator<String> all;
    private String next;

    LongTexts(Iterator<String> all) {
        this.all = all;
        advance();
    }

    private void advance() {
        next = null;
        while (next == null && all.hasNext()) {
            String candidate = all.next();
            if (isLong(candidate)) {
                next = candidate;
            }
        }
    }

    private static boolean isLong(String text) {
        return text.length() > 1;
    }

    @Override
    public boolean hasNext() {
        return next != null;
    }

    @Override
    public String next() {
        String result = next;
        advance();
        return result;
    }
}

class Letters extends AbstractList<String> {
    private final int size;

    Letters(int size) {
        this.size = size;
    }

    @Override
    public String get(int index) {
        return String.valueOf((char) ('a' + index));
    }

    @Override
    public int size() {
        return size;
    }
}

class Squares extends AbstractList<Integer> {
    private final int size;

    Squares(int size) {
        this.size = size;
    }

    @Override
    public Integer get(int index) {
        return square(index);
    }

    private static int square(int number) {
        return number * number;
    }

    @Override
    public int size() {
        return size;
    }
}
