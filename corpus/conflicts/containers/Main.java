package conflicts.containers;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.TreeMap;

/** A post office that keeps everything in containers that are not made for threads. */
public final class Main {
    static final class Office {
        private final List<String> inbox = new ArrayList<>();
        private final Map<String, Integer> weights = new HashMap<>();
        private final Deque<String> counter = new ArrayDeque<>();
        private final TreeMap<Integer, String> shelves = new TreeMap<>();
        private final PriorityQueue<Integer> urgent = new PriorityQueue<>();
        private final List<String> staff = new ArrayList<>(List.of("Ida", "Ole"));
        private final StringBuilder journal = new StringBuilder();

        void accept(String parcel, int weight) {
            try {
                inbox.add(parcel); // race:inbox
                weights.put(parcel, weight); // race:weights
                counter.addLast(parcel); // race:counter
                journal.append(parcel); // race:journal
            } catch (RuntimeException e) {
                staff.get(0); // safe: nobody changes the staff
            }
            synchronized (shelves) {
                shelves.put(weight, parcel); // safe: every use holds the shelves
            }
            synchronized (urgent) {
                urgent.offer(weight); // race:urgent
            }
        }

        int inspect() {
            int sum = 0;
            try {
                Iterator<String> it = inbox.iterator(); // race:inbox
                while (it.hasNext()) { // race:inbox
                    sum += it.next().length(); // race:inbox
                }
                sum += weights.getOrDefault("p1", 0); // race:weights
                String first = counter.peekFirst(); // race:counter
                sum += first == null ? 0 : first.length();
                sum += journal.length(); // race:journal
                sum += urgent.size(); // race:urgent
            } catch (RuntimeException e) {
                sum = 0;
            }
            for (String name : staff) { // safe: nobody changes the staff
                sum += name.length();
            }
            synchronized (shelves) {
                sum += shelves.size(); // safe: every use holds the shelves
            }
            return sum;
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Office office = new Office();
        Thread clerk = new Thread(() -> {
            for (int i = 0; i < 20; i++) {
                office.accept("p" + i, i);
            }
        });
        clerk.start();
        int sum = office.inspect();
        clerk.join();
        System.out.println(sum < 0 ? "negative" : "parcels " + office.inbox.size()); // safe: after join
    }
}
