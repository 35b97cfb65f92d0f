package heldout.translations;

/** Double-checked, with volatile. */
final class Grammar {
    private static volatile Grammar instance;

    private String[] rules;
    private int cases;

    private Grammar(int cases) {
        rules = new String[cases]; // safe: before the volatile is written
        for (int i = 0; i < cases; i++) {
            rules[i] = "rule " + i; // safe: before the volatile is written
        }
        this.cases = cases; // safe: before the volatile is written
    }

    static Grammar get() {
        Grammar known = instance; // safe: volatile
        if (known == null) {
            synchronized (Grammar.class) {
                known = instance;
                if (known == null) {
                    known = new Grammar(4);
                    instance = known; // safe: volatile
                }
            }
        }
        return known;
    }

    String rule(int i) {
        return rules[i % cases]; // safe: published by the volatile
    }
}
