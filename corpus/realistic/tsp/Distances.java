package realistic.tsp;

/** A symmetric matrix that nobody changes once it is made. */
final class Distances {
    private final int[][] table;
    private long lookups;

    private Distances(int cities) {
        table = new int[cities][cities];
    }

    static Distances circle(int cities) {
        Distances result = new Distances(cities);
        for (int i = 0; i < cities; i++) {
            for (int k = 0; k < cities; k++) {
                int way = Math.abs(i - k);
                result.table[i][k] = 10 * Math.min(way, cities - way) + (i * k) % 3; // safe: before start
            }
        }
        for (int i = 0; i < cities; i++) {
            for (int k = 0; k < i; k++) {
                result.table[i][k] = result.table[k][i]; // safe: before start
            }
        }
        return result;
    }

    int between(int from, int to) {
        lookups++; // race:lookups
        return table[from][to]; // safe: written before start
    }

    int cities() {
        return table.length;
    }
}
