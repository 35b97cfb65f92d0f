package runtime.given;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;

/** Collections that are given to others, which read them: copies of what another thread is still filling. */
public final class Main {
    static final List<Integer> jobs = new ArrayList<>();
    static final Map<String, Integer> ages = new HashMap<>();
    static final Set<String> seen = new HashSet<>();
    static final List<Integer> locked = new ArrayList<>();
    static final List<Integer> wrapped = Collections.synchronizedList(new ArrayList<>());
    static final Map<String, Integer> concurrent = new ConcurrentHashMap<>();
    static final Queue<Integer> linked = new ConcurrentLinkedQueue<>();
    static final List<Integer> done = new ArrayList<>(List.of(1, 2, 3));
    static final CountDownLatch gate = new CountDownLatch(2);

    static void fill() {
        ready();
        try {
            jobs.add(1); // race:jobs
            ages.put("a", 1); // race:ages
            seen.add("a"); // race:seen
        } catch (RuntimeException e) {
            // What happens when two threads use these at once is anyone's guess.
        }
        synchronized (locked) {
            locked.add(1); // safe: under a lock
        }
        wrapped.add(1); // safe: it locks by itself
        concurrent.put("a", 1); // safe: made for threads
        linked.add(1); // safe: so is this
    }

    static void copy() {
        ready();
        int count = 0;
        try {
            count += new ArrayList<>(jobs).size(); // race:jobs
            count += new HashMap<>(ages).size(); // race:ages
            Deque<String> own = new ArrayDeque<>();
            own.addAll(seen); // race:seen
            count += own.size();
        } catch (RuntimeException e) {
            // As above.
        }
        synchronized (locked) {
            count += new ArrayList<>(locked).size(); // safe: under the same lock
        }
        count += new ArrayList<>(wrapped).size(); // safe: it is asked for an array, and locks
        count += new HashMap<>(concurrent).size(); // safe: made for threads
        List<Integer> own = new ArrayList<>(done); // safe: nobody writes it
        own.addAll(linked); // safe: made for threads
        if (count + own.size() < 0) {
            System.out.println("negative");
        }
    }

    static void ready() {
        gate.countDown();
        while (gate.getCount() > 0) {
            Thread.onSpinWait();
        }
    }

    public static void main(String[] args) throws Exception {
        Thread filler = new Thread(Main::fill, "filler");
        Thread copier = new Thread(Main::copy, "copier");
        filler.start();
        copier.start();
        filler.join();
        copier.join();
        System.out.println(locked.size() + wrapped.size() + concurrent.size() + linked.size());
    }
}
