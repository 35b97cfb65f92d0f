package loops.coref;

import java.util.HashMap;
import java.util.Map;

/** How much alike two words are; the answers for the document at hand are kept in a static cache. */
final class Similarity {
    static final class Score {
        private final double value;
        private int uses;

        Score(double value) {
            this.value = value;
        }

        double use() {
            uses++; // race:uses
            return value; // safe: final
        }
    }

    private static final Map<String, Score> SCORES = new HashMap<>(4096);
    private static final ThreadLocal<int[][]> TABLE = ThreadLocal.withInitial(() -> new int[32][32]);
    private static Document current;

    private Similarity() {
    }

    static double of(Document document, String a, String b) {
        if (current != document) { // race:current
            SCORES.clear(); // race:scores
            current = document; // race:current
        }
        String key = a + "/" + b;
        Score score = SCORES.get(key); // race:scores
        if (score == null) {
            score = new Score(1.0 - distance(a, b) / (double) Math.max(a.length(), b.length()));
            SCORES.put(key, score); // race:scores
        }
        return score.use();
    }

    private static int distance(String a, String b) {
        int[][] table = TABLE.get();
        for (int i = 0; i <= a.length(); i++) {
            for (int j = 0; j <= b.length(); j++) {
                if (i == 0 || j == 0) {
                    table[i][j] = i + j; // safe: one table for each thread
                } else {
                    int change = table[i - 1][j - 1] + (a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1); // safe: one table for each thread
                    table[i][j] = Math.min(change, 1 + Math.min(table[i - 1][j], table[i][j - 1])); // safe: one table for each thread
                }
            }
        }
        return table[a.length()][b.length()]; // safe: one table for each thread
    }
}
