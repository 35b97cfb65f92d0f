package library.annotated;

/** Says that it is thread-safe, and is not. */
@ThreadSafe
public class Counter {
    private int value;

    public void increment() {
        value++; // race:value
    }

    public int value() {
        return value; // race:value
    }
}
