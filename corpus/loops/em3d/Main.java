package loops.em3d;

import java.util.Locale;

/**
 * Electromagnetic waves on a graph of two sorts of nodes: electric ones depend on magnetic ones and the other way round.
 * The nodes of one sort are updated in parallel, while those of the other sort are only read: there is no race.
 */
public final class Main {
    private static final int NODES = 120;
    private static final int DEGREE = 6;
    private static final int ITERATIONS = 8;

    public static void main(String[] args) {
        BiGraph graph = BiGraph.create(NODES, DEGREE, 783L);
        double before = graph.sum();
        for (int i = 0; i < ITERATIONS; i++) {
            graph.compute();
        }
        double after = graph.sum();
        System.out.printf(Locale.ROOT, "%.4f %.4f%n", before, after);
        System.out.println(graph.updates() + " updates, " + graph.edges() + " edges, " + graph.steps() + " steps");
        graph.print(3);
    }
}
