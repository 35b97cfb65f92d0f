package callgraph.services;

/** The first provider. */
public class Reverse implements Codec {
    @Override
    public String encode(String text) {
        return reversed(text);
    }

    @Override
    public String decode(String text) {
        return reversed(text);
    }

    private static String reversed(String text) {
        return new StringBuilder(text).reverse().toString();
    }
}
