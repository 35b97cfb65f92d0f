package callgraph.loaders;

/** Loaded once, for both. */
public class Shared {
    private static int number;

    public static int next() {
        return ++number;
    }
}
