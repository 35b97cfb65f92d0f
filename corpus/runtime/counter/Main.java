package runtime.counter;

/** Two threads count without a lock; a third field is guarded. */
public final class Main {
    private int hits;
    private long total;
    private int guarded;
    private final Object lock = new Object();

    void work() {
        for (int i = 0; i < 500; i++) {
            hits++; // race:hits
            total += i; // race:total
            synchronized (lock) {
                guarded++; // safe: every access holds the lock
            }
        }
    }

    public static void main(String[] args) throws Exception {
        Main main = new Main();
        Thread first = new Thread(main::work, "first");
        Thread second = new Thread(main::work, "second");
        first.start();
        second.start();
        first.join();
        second.join();
        System.out.println(main.hits > 0 && main.total > 0 ? main.guarded : -1); // safe: after join
    }
}
