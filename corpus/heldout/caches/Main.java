package heldout.caches;

import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.WeakHashMap;

/** Caches: a plain map, a synchronized wrapper that is iterated without its lock, and a thread local. */
public class Main {
    static class Entry {
        final String key;
        private int uses;

        Entry(String key) {
            this.key = key;
        }
    }

    private final Map<String, Entry> plain = new HashMap<>();
    private final Map<String, Entry> wrapped = Collections.synchronizedMap(new LinkedHashMap<>());
    private final Map<String, Integer> weak = new WeakHashMap<>();
    private static final ThreadLocal<StringBuilder> BUFFER = ThreadLocal.withInitial(StringBuilder::new);

    Entry get(String key) {
        Entry entry = plain.get(key); // race:plain
        if (entry == null) {
            entry = new Entry(key);
            plain.put(key, entry); // race:plain
        }
        return entry;
    }

    Entry getWrapped(String key) {
        Entry entry = wrapped.get(key); // safe: the wrapper locks, and looking up changes nothing
        if (entry == null) {
            entry = new Entry(key);
            wrapped.put(key, entry); // race:wrappedWalk
        }
        entry.uses++; // race:uses
        return entry;
    }

    int walk() {
        int sum = 0;
        for (Entry entry : wrapped.values()) { // race:wrappedWalk
            sum += entry.uses; // race:uses
        }
        return sum;
    }

    synchronized int weigh(String key) {
        return weak.computeIfAbsent(key, String::length); // safe: under this
    }

    String format(String key) {
        StringBuilder buffer = BUFFER.get();
        buffer.setLength(0); // safe: every thread has its own
        return buffer.append('<').append(key).append('>').toString(); // safe: as above
    }

    public static void main(String[] args) throws InterruptedException {
        Main cache = new Main();
        Thread[] users = new Thread[2];
        for (int i = 0; i < users.length; i++) {
            users[i] = new Thread(() -> {
                for (int k = 0; k < 20; k++) {
                    String key = "k" + k % 5;
                    if (cache.get(key).key.length() + cache.getWrapped(key).key.length() != 4) {
                        throw new AssertionError(cache.format(key));
                    }
                    cache.weigh(key);
                    cache.format(key);
                }
            });
            users[i].start();
        }
        int walked = cache.walk();
        for (Thread user : users) {
            user.join();
        }
        System.out.println(cache.wrapped.size() + (walked > 40 ? "!" : "")); // safe: after join
    }
}
