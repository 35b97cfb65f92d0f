package loops.em3d;

import java.util.List;
import java.util.Random;

/** A node with a value that depends on the values of nodes of the other sort. */
final class Node {
    private double value;
    private final Node[] neighbours;
    private Node[] sources;
    private double[] coefficients;
    private int incoming;
    private int filled;
    private int rounds;

    Node(int degree) {
        neighbours = new Node[degree];
    }

    void setValue(double value) {
        this.value = value; // safe: before the loops
    }

    double value() {
        return value; // safe: between the loops
    }

    int rounds() {
        return rounds; // safe: between the loops
    }

    int incoming() {
        return incoming; // safe: between the loops
    }

    void chooseNeighbours(List<Node> table, Random random) {
        for (int i = 0; i < neighbours.length; i++) {
            Node candidate;
            do {
                candidate = table.get(random.nextInt(table.size()));
            } while (contains(candidate, i));
            neighbours[i] = candidate; // safe: before the loops
        }
    }

    private boolean contains(Node candidate, int count) {
        for (int i = 0; i < count; i++) {
            if (neighbours[i] == candidate) { // safe: before the loops
                return true;
            }
        }
        return false;
    }

    void countIncoming() {
        for (Node neighbour : neighbours) {
            neighbour.incoming++; // safe: before the loops
        }
    }

    void connect() {
        for (Node neighbour : neighbours) {
            if (neighbour.sources == null) { // safe: before the loops
                neighbour.sources = new Node[neighbour.incoming]; // safe: before the loops
                neighbour.coefficients = new double[neighbour.incoming]; // safe: before the loops
            }
            neighbour.sources[neighbour.filled++] = this; // safe: before the loops
        }
    }

    void chooseCoefficients(Random random) {
        if (coefficients != null) {
            for (int i = 0; i < coefficients.length; i++) {
                coefficients[i] = random.nextDouble() * 0.05; // safe: before the loops
            }
        }
    }

    /** Reads nodes of the other sort only, which nobody writes meanwhile. */
    void computeNewValue() {
        for (int i = 0; i < filled; i++) { // safe: nobody links nodes meanwhile
            value -= coefficients[i] * sources[i].value; // safe: own value, and a source is of the other sort
        }
        rounds++; // safe: each node is one element
    }
}
