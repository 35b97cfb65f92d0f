package runtime.collections;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Vector;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;

/** Collections that are not made for several threads, used by two; and others that are, or are locked. */
public final class Main {
    static final List<Integer> list = new ArrayList<>();
    static final Map<String, Integer> map = new HashMap<>();
    static final StringBuilder builder = new StringBuilder();
    static final List<Integer> locked = new ArrayList<>();
    static final Collection<Integer> wrapped = Collections.synchronizedList(new ArrayList<>());
    static final Vector<Integer> vector = new Vector<>();
    static final Map<String, Integer> concurrent = new ConcurrentHashMap<>();
    static final List<Integer> readOnly = new ArrayList<>(List.of(1, 2, 3));
    static final CountDownLatch gate = new CountDownLatch(2);

    static void write() {
        ready();
        try {
            list.add(1); // race:list
            map.put("a", 1); // race:map
            builder.append('x'); // race:builder
        } catch (RuntimeException e) {
            // What happens when two threads use these at once is anyone's guess.
        }
        safe();
    }

    static void read() {
        ready();
        int sum = list.size() + map.getOrDefault("a", 0) + builder.length(); // race:list,map,builder
        safe();
        if (sum < 0) {
            System.out.println("negative");
        }
    }

    static void safe() {
        synchronized (locked) {
            locked.add(1); // safe: under a lock
        }
        wrapped.add(1); // safe: it locks by itself
        vector.add(1); // safe: so does this
        concurrent.put("a", 1); // safe: made for threads
        int sum = 0;
        for (int number : readOnly) { // safe: nobody writes
            sum += number;
        }
        List<Integer> own = new ArrayList<>();
        own.add(sum); // safe: nobody else has it
    }

    static void ready() {
        gate.countDown();
        while (gate.getCount() > 0) {
            Thread.onSpinWait();
        }
    }

    public static void main(String[] args) throws Exception {
        Thread first = new Thread(Main::write, "first");
        Thread second = new Thread(Main::read, "second");
        first.start();
        second.start();
        first.join();
        second.join();
        System.out.println(locked.size() + wrapped.size() + vector.size());
    }
}
