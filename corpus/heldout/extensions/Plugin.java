package heldout.extensions;

import java.util.concurrent.atomic.LongAdder;
import java.util.function.UnaryOperator;

class Plugin {
    final String name;
    final LongAdder calls = new LongAdder();
    private final UnaryOperator<String> body;
    int priority;
    boolean active;

    Plugin(String name, UnaryOperator<String> body) {
        this.name = name;
        this.body = body;
    }

    String invoke(String s) {
        calls.increment(); // safe: LongAdder
        return body.apply(s) + "@" + priority; // safe: written before publication through the list
    }
}
