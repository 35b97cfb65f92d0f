package heldout.linkrank;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Consumer;

final class Graph {
    final List<Node> nodes = new ArrayList<>();
    final LongAdder touched = new LongAdder();
    private double maxDelta;
    private int rounds;

    Node node() {
        Node n = new Node(this, nodes.size());
        nodes.add(n);
        return n;
    }

    void each(Consumer<Node> step) {
        nodes.parallelStream().forEach(step);
        rounds++; // safe: caller's thread, after the loop
    }

    void noteDelta(double d) {
        maxDelta = Math.max(maxDelta, d); // race:maxDelta
    }

    double takeDelta() {
        double d = maxDelta; // safe: between two rounds
        maxDelta = 0; // safe: between two rounds
        return d;
    }

    int rounds() {
        return rounds;
    }
}
