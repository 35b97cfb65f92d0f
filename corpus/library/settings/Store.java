package library.settings;

import java.util.HashMap;
import java.util.LinkedList;
import java.util.List;
import java.util.Map;

/** Is initialised once, then used under its lock. */
public class Store {
    private final Object lock = new Object();
    private final Map<String, String> values = new HashMap<>();
    private final List<String> workers = new LinkedList<>();
    private String signaler;
    private int[] table;
    private boolean isReady;

    public void initialize(String signaler, int count) {
        this.signaler = signaler; // safe: before it is used
        for (int i = 0; i < count; i++) {
            workers.add("worker " + i); // safe: before it is used
        }
    }

    public String put(String key, String value) {
        synchronized (lock) {
            values.put(key, value); // safe: under the lock
            return signaler + workers.size(); // safe: set up before
        }
    }

    /** This one initialises itself when it is used first, in whatever thread. */
    public int lookup(int at) {
        if (!isReady) { // race:store-ready
            setup();
        }
        return table[at]; // race:store-table
    }

    private void setup() {
        table = new int[16]; // race:store-table
        isReady = true; // race:store-ready
    }
}
