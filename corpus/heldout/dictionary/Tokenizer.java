package heldout.dictionary;

import java.util.Iterator;
import java.util.NoSuchElementException;

/** One for each thread. */
final class Tokenizer implements Iterator<String>, Iterable<String> {
    private final String text;
    private int position;

    Tokenizer(String text) {
        this.text = text;
        skip();
    }

    private void skip() {
        while (position < text.length() && text.charAt(position) == ' ') { // safe: confined to one thread
            position++; // safe: confined to one thread
        }
    }

    @Override
    public boolean hasNext() {
        return position < text.length(); // safe: confined to one thread
    }

    @Override
    public String next() {
        if (!hasNext()) {
            throw new NoSuchElementException();
        }
        int start = position;
        while (position < text.length() && text.charAt(position) != ' ') {
            position++;
        }
        String word = text.substring(start, position);
        skip();
        return word;
    }

    @Override
    public Iterator<String> iterator() {
        return this;
    }
}
