package library.statics;

/** Static state, guarded by a static lock; objects are everybody's own. */
public class Ids {
    private static final Object LOCK = new Object();
    private static long next;
    private static String prefix = "id-";
    private static int made;
    private int used;

    public Ids() {
        made++; // race:made
    }

    public static long next() {
        synchronized (LOCK) {
            return next++; // race:next
        }
    }

    public static long peek() {
        return next; // race:next
    }

    public static void setPrefix(String text) {
        synchronized (LOCK) {
            prefix = text; // safe: under the lock
        }
    }

    public static String prefixed(long id) {
        synchronized (LOCK) {
            return prefix + id; // safe: under the lock
        }
    }

    public void use() {
        used++; // safe: each thread has its own object
    }

    public int used() {
        return used; // safe: each thread has its own object
    }
}
