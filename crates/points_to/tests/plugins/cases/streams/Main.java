package streams;

import java.util.Spliterator;
import java.util.function.Consumer;
import java.util.stream.StreamSupport;

// A stream whose source is the program's own: also where the bodies of the library are analysed, whatever constants it is made with.
//= bodies
//= Main.seen = Drop
public class Main {
    static Object seen;

    public static void main(String[] args) {
        StreamSupport.stream(new Source(), false).forEach(drop -> seen = drop);
    }
}

class Drop {}

class Source implements Spliterator<Drop> {
    @Override
    public boolean tryAdvance(Consumer<? super Drop> action) {
        action.accept(new Drop());
        return false;
    }

    @Override
    public Spliterator<Drop> trySplit() {
        return null;
    }

    @Override
    public long estimateSize() {
        return 1;
    }

    @Override
    public int characteristics() {
        return 0;
    }
}
