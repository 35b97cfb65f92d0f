package loops.em3d;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.concurrent.atomic.LongAdder;

/** The electric and the magnetic nodes, each sort in a list of its own. */
final class BiGraph {
    private final List<Node> electric;
    private final List<Node> magnetic;
    private final LongAdder updates = new LongAdder();
    private int steps;

    private BiGraph(List<Node> electric, List<Node> magnetic) {
        this.electric = electric;
        this.magnetic = magnetic;
    }

    static BiGraph create(int nodes, int degree, long seed) {
        Random random = new Random(seed);
        List<Node> electric = fill(nodes, degree, random);
        List<Node> magnetic = fill(nodes, degree, random);
        for (Node node : electric) {
            node.chooseNeighbours(magnetic, random); // safe: before the loops
        }
        for (Node node : magnetic) {
            node.chooseNeighbours(electric, random); // safe: before the loops
        }
        link(electric);
        link(magnetic);
        BiGraph graph = new BiGraph(electric, magnetic);
        graph.weigh(random);
        return graph;
    }

    private static List<Node> fill(int count, int degree, Random random) {
        List<Node> table = new ArrayList<>(count);
        for (int i = 0; i < count; i++) {
            Node node = new Node(degree);
            node.setValue(random.nextDouble()); // safe: before the loops
            table.add(node);
        }
        return table;
    }

    /** Tells the neighbours that they are read: each of them gets room for the coefficients. */
    private static void link(List<Node> table) {
        for (Node node : table) {
            node.countIncoming();
        }
        for (Node node : table) {
            node.connect();
        }
    }

    private void weigh(Random random) {
        for (Node node : electric) {
            node.chooseCoefficients(random); // safe: before the loops
        }
        for (Node node : magnetic) {
            node.chooseCoefficients(random); // safe: before the loops
        }
    }

    void compute() {
        electric.parallelStream().forEach(node -> {
            node.computeNewValue();
            updates.increment(); // safe: made for threads
        });
        steps++; // safe: between the loops
        magnetic.parallelStream().forEach(node -> {
            node.computeNewValue();
            updates.increment(); // safe: made for threads
        });
        steps++; // safe: between the loops
    }

    double sum() {
        double sum = 0;
        for (Node node : electric) {
            sum += node.value(); // safe: between the loops
        }
        for (Node node : magnetic) {
            sum -= node.value(); // safe: between the loops
        }
        return sum;
    }

    int edges() {
        int edges = 0;
        for (Node node : electric) {
            edges += node.incoming(); // safe: the loops have ended
        }
        for (Node node : magnetic) {
            edges += node.incoming(); // safe: the loops have ended
        }
        return edges;
    }

    long updates() {
        return updates.sum();
    }

    int steps() {
        return steps; // safe: the loops have ended
    }

    void print(int count) {
        for (int i = 0; i < count; i++) {
            Node node = electric.get(i);
            System.out.println(String.format(Locale.ROOT, "E%d: %.4f after %d", i, node.value(), node.rounds())); // safe: the loops have ended
        }
    }
}
