package callgraph.services;

/** What the providers provide. */
public interface Codec {
    String encode(String text);

    String decode(String text);

    default String name() {
        return getClass().getSimpleName();
    }
}
