package callgraph.services;

/** The second provider, with an initialiser and a constructor of its own. */
public class Rotate implements Codec {
    private static final int LETTERS;

    static {
        LETTERS = 'z' - 'a' + 1;
    }

    private final int distance;

    public Rotate() {
        distance = 13;
    }

    @Override
    public String encode(String text) {
        return rotated(text, distance);
    }

    @Override
    public String decode(String text) {
        return rotated(text, LETTERS - distance);
    }

    @Override
    public String name() {
        return "Rotate by " + distance;
    }

    private static String rotated(String text, int by) {
        StringBuilder result = new StringBuilder();
        for (char letter : text.toCharArray()) {
            result.append((char) ('a' + (letter - 'a' + by) % LETTERS));
        }
        return result.toString();
    }
}
