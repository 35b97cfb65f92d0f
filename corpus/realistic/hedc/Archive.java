package realistic.hedc;

/** Something that answers slowly. */
final class Archive {
    final String name;
    private final long delay;
    int requests;
    private String lastQuery = "";
    private long served;

    Archive(String name, long delay) {
        this.name = name;
        this.delay = delay;
    }

    String search(String query) throws InterruptedException {
        requests++; // race:requests
        lastQuery = query; // race:lastQuery
        Thread.sleep(delay);
        synchronized (this) {
            served += query.length(); // safe: under this
        }
        return name + ":" + lastQuery; // race:lastQuery
    }

    synchronized long served() {
        return served; // safe: under this
    }
}
