package loops.libraryobjects;

import java.text.CharacterIterator;
import java.text.ParsePosition;
import java.text.StringCharacterIterator;
import java.util.ArrayList;
import java.util.List;
import java.util.StringTokenizer;
import java.util.stream.IntStream;

/**
 * Objects of library classes that nobody describes: what their code does to them counts where the program calls it.
 */
public final class Main {
    private static final StringTokenizer WORDS = new StringTokenizer("one two three four five six seven eight");

    private final StringCharacterIterator text = new StringCharacterIterator("abcdefgh");
    private final ParsePosition position = new ParsePosition(0);
    private final ParsePosition guarded = new ParsePosition(0);
    private final Object lock = new Object();

    public static void main(String[] args) {
        Main main = new Main();
        main.words();
        main.letters();
        main.positions();
        main.own();
        main.perElement();
        main.inFields();
    }

    private void words() {
        IntStream.range(0, 4).parallel().forEach(i -> {
            if (WORDS.hasMoreTokens()) { // race:words
                consume(WORDS.nextToken()); // race:words
            }
        });
    }

    private void letters() {
        IntStream.range(0, 4).parallel().forEach(i -> consume(text.next())); // race:text
        for (char c = text.first(); c != CharacterIterator.DONE; c = text.next()) { // safe: the loop has ended
            consume(c);
        }
    }

    private void positions() {
        IntStream.range(0, 4).parallel().forEach(i -> {
            position.setIndex(i); // race:position
            synchronized (lock) {
                guarded.setIndex(guarded.getIndex() + i); // safe: one at a time
            }
        });
        consume(position.getIndex()); // safe: the loop has ended
    }

    private void own() {
        IntStream.range(0, 4).parallel().forEach(i -> {
            StringTokenizer own = new StringTokenizer("a b " + i);
            while (own.hasMoreTokens()) { // safe: made by this iteration
                consume(own.nextToken()); // safe: made by this iteration
            }
        });
    }

    private void perElement() {
        List<StringTokenizer> lines = new ArrayList<>();
        for (int i = 0; i < 4; i++) {
            lines.add(new StringTokenizer("a b " + i));
        }
        lines.parallelStream().forEach(line -> consume(line.nextToken())); // safe: each line is one element
    }

    /** Holds a library object of its own. */
    static final class Cursor {
        private final ParsePosition at = new ParsePosition(0);

        void advance() {
            at.setIndex(at.getIndex() + 1); // race:cursor
        }
    }

    private void inFields() {
        Cursor shared = new Cursor();
        IntStream.range(0, 4).parallel().forEach(i -> shared.advance());
        List<OwnCursor> cursors = new ArrayList<>();
        for (int i = 0; i < 4; i++) {
            cursors.add(new OwnCursor());
        }
        cursors.parallelStream().forEach(OwnCursor::advance);
    }

    /** The same, but each element has one. */
    static final class OwnCursor {
        private final ParsePosition at = new ParsePosition(0);

        void advance() {
            at.setIndex(at.getIndex() + 1); // safe: each cursor is one element
        }
    }

    private static void consume(Object o) {
        if (o == null) {
            throw new AssertionError();
        }
    }
}
