package library.annotated;

/** Locks something, but says that it is for one thread. */
@NotThreadSafe
public class Builder {
    private final StringBuilder text = new StringBuilder();
    private int parts;

    public Builder add(String part) {
        synchronized (text) {
            text.append(part);
        }
        parts++; // safe: for one thread
        return this;
    }

    public int parts() {
        return parts; // safe: for one thread
    }
}
