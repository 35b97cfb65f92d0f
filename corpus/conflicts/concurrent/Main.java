package conflicts.concurrent;

import java.util.Hashtable;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Vector;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.atomic.LongAdder;

/** Everything shared is made for threads: no race at all, though some of the compound actions lose updates. */
public final class Main {
    static final class Election {
        private final Map<String, Integer> votes = new ConcurrentHashMap<>();
        private final List<String> observers = new CopyOnWriteArrayList<>();
        private final Vector<String> protocol = new Vector<>();
        private final Hashtable<String, String> parties = new Hashtable<>();
        private final Queue<String> waiting = new ConcurrentLinkedQueue<>();
        private final ConcurrentSkipListMap<Integer, String> ranking = new ConcurrentSkipListMap<>();
        private final AtomicInteger invalid = new AtomicInteger();
        private final AtomicIntegerArray perHour = new AtomicIntegerArray(24);
        private final AtomicReference<String> leader = new AtomicReference<>("nobody");
        private final LongAdder total = new LongAdder();
        private volatile int counted;

        void vote(String name, int hour) {
            votes.put(name, votes.getOrDefault(name, 0) + 1); // safe: no data race, but not atomic
            votes.merge(name, 1, Integer::sum); // safe: atomic
            observers.add(name); // safe: copies on each write
            protocol.add(name + hour); // safe: synchronized
            parties.put(name, "party"); // safe: synchronized
            waiting.offer(name); // safe: concurrent
            ranking.put(hour, name); // safe: concurrent
            invalid.incrementAndGet(); // safe: atomic
            perHour.getAndAdd(hour, 2); // safe: atomic
            leader.set(name); // safe: atomic
            total.increment(); // safe: made for threads
            counted++; // safe: volatile, though updates are lost
        }

        int look() {
            int sum = 0;
            for (String observer : observers) { // safe: iterates over a snapshot
                sum += observer.length();
            }
            for (Map.Entry<String, Integer> entry : votes.entrySet()) { // safe: weakly consistent
                sum += entry.getValue();
            }
            sum += protocol.size() + parties.size() + ranking.size(); // safe: as above
            String next = waiting.poll(); // safe: concurrent
            return sum + (next == null ? 0 : 1) + invalid.get() + perHour.get(3) + leader.get().length() + counted;
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Election election = new Election();
        Thread first = new Thread(() -> {
            for (int i = 0; i < 10; i++) {
                election.vote("Ann", i);
            }
        });
        Thread second = new Thread(() -> {
            for (int i = 0; i < 10; i++) {
                election.vote("Bea", i);
            }
        });
        first.start();
        second.start();
        int seen = election.look();
        first.join();
        second.join();
        System.out.println(election.total.sum() + (seen < 0 ? 1 : 0));
    }
}
