package heldout.linkrank;

import java.util.ArrayList;
import java.util.List;

final class Node {
    final Graph graph;
    final int id;
    final List<Node> out = new ArrayList<>();
    final List<Node> in = new ArrayList<>();
    double rank = 1.0;
    double next;
    double inbox;
    double guardedInbox;
    int component;

    Node(Graph graph, int id) {
        this.graph = graph;
        this.id = id;
        this.component = id;
    }

    void linkTo(Node target) {
        out.add(target); // safe: graph is built by the main thread
        target.in.add(this); // safe: graph is built by the main thread
    }

    /** Pull style: reads the neighbours, writes only itself. */
    void pull() {
        double sum = 0;
        for (Node n : in) {
            sum += n.rank / n.out.size(); // safe: nobody writes rank while pulling
        }
        next = 0.15 + 0.85 * sum; // safe: own node
        graph.touched.increment(); // safe: LongAdder
        graph.noteDelta(Math.abs(next - rank)); // safe: own next, rank only read here
    }

    void commit() {
        rank = next; // safe: own node, pulling has ended
    }

    /** Push style: writes the neighbours. */
    void push() {
        double share = rank / Math.max(1, out.size()); // safe: rank only read while pushing
        synchronized (this) {
            for (Node n : out) {
                n.inbox += share; // race:inbox missed: locks of different nodes may be the same
            }
        }
        for (Node n : out) {
            n.receive(share);
        }
    }

    private synchronized void receive(double share) {
        guardedInbox += share; // safe: monitor of the receiving node
    }

    void relax() {
        int best = component; // race:component
        for (Node n : out) {
            best = Math.min(best, n.component); // race:component
        }
        component = best; // race:component
    }
}
