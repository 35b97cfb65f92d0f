package heldout.linkrank;

import java.util.stream.IntStream;

public class Main {

    static Graph ring(int size) {
        Graph g = new Graph();
        for (int i = 0; i < size; i++) {
            g.node();
        }
        for (int i = 0; i < size; i++) {
            Node n = g.nodes.get(i);
            n.linkTo(g.nodes.get((i + 1) % size));
            n.linkTo(g.nodes.get((i * 3) % size));
        }
        return g;
    }

    static void chain(Graph g) {
        Node[] previous = new Node[1];
        g.nodes.stream().forEach(n -> {
            if (previous[0] != null) {
                n.component = Math.min(n.component, previous[0].component); // safe: sequential stream
            }
            previous[0] = n; // safe: sequential stream
        });
    }

    public static void main(String[] args) {
        Graph g = ring(300);
        boolean settled = true;
        for (int round = 0; round < 5; round++) {
            g.each(Node::pull);
            g.each(Node::commit);
            settled &= g.takeDelta() >= 0;
        }
        g.each(Node::push);
        g.each(Node::relax);
        chain(g);

        double[] ranks = new double[g.nodes.size()];
        IntStream.range(0, ranks.length).parallel().forEach(i -> {
            ranks[i] = g.nodes.get(i).rank; // safe: slot i, rank is settled
        });
        double received = g.nodes.parallelStream().mapToDouble(n -> n.guardedInbox).sum(); // safe: after the push round
        double loose = g.nodes.parallelStream().mapToDouble(n -> n.inbox).sum(); // safe: after the push round

        System.out.println("rounds " + g.rounds() + " touched " + g.touched.sum());
        System.out.println("settled " + settled);
        System.out.println("received all " + (Math.abs(received - sum(ranks)) < 1e-6));
        System.out.println("loose plausible " + (loose <= received + 1e-6));
        System.out.println("smallest component " + g.nodes.get(0).component);
    }

    private static double sum(double[] values) {
        double s = 0;
        for (double v : values) {
            s += v;
        }
        return s;
    }
}
