package heldout.newsroom;

import java.util.ArrayList;
import java.util.Collections;
import java.util.ConcurrentModificationException;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.Vector;

public class Main {

    private final List<String> headlines = Collections.synchronizedList(new ArrayList<String>());
    private final Map<String, Integer> mentions = Collections.synchronizedMap(new TreeMap<String, Integer>());
    private final Map<String, String> owners = Collections.synchronizedMap(new TreeMap<String, String>());
    private final Vector<String> tips = new Vector<String>();
    private final List<String> rawCorrections = new ArrayList<String>();
    private final List<String> corrections = Collections.synchronizedList(rawCorrections);

    void report(String reporter, int n) {
        String[] topics = {"budget", "storm", "derby"};
        for (int i = 0; i < n; i++) {
            String topic = topics[i % topics.length];
            headlines.add(reporter + ": " + topic + " #" + i); // race:headlines
            mentions.merge(topic + "/" + reporter, 1, Integer::sum); // race:mentions
            if (!owners.containsKey(topic)) { // safe: a check-then-act flaw, but every call is locked
                owners.put(topic, reporter); // safe: locked inside the wrapper
            }
            tips.addElement("tip " + i); // safe: Vector is synchronized
            if (i % 3 == 2) {
                corrections.add(reporter + " corrects #" + i); // race:corrections
            }
        }
    }

    int longestHeadline() {
        int max = 0;
        try {
            for (String h : headlines) { // race:headlines
                max = Math.max(max, h.length());
            }
        } catch (ConcurrentModificationException e) {
            return -1;
        }
        return max;
    }

    int countHeadlines(String topic) {
        int n = 0;
        synchronized (headlines) {
            for (String h : headlines) { // safe: client-side lock on the wrapper itself
                if (h.contains(topic)) {
                    n++;
                }
            }
        }
        return n;
    }

    String ranking() {
        StringBuilder sb = new StringBuilder();
        Set<String> keys = mentions.keySet(); // safe: creating the view is locked
        synchronized (keys) {
            try {
                for (String k : keys) { // race:mentions
                    sb.append(k).append(' '); // safe: local builder
                }
            } catch (ConcurrentModificationException e) {
                sb.append("...");
            }
        }
        return sb.toString();
    }

    String ownersText() {
        Set<Map.Entry<String, String>> entries = owners.entrySet();
        StringBuilder sb = new StringBuilder();
        synchronized (owners) {
            for (Map.Entry<String, String> e : entries) { // safe: locked on the map, as the documentation asks
                sb.append(e.getKey()).append('=').append(e.getValue()).append(' ');
            }
        }
        return sb.toString();
    }

    void readTips() {
        for (int i = 0; i < tips.size(); i++) { // safe: Vector.size is synchronized, nothing is removed
            String t = tips.elementAt(i); // safe: Vector.elementAt is synchronized
            if (t.endsWith("5")) {
                System.out.println("hot: " + t);
            }
        }
    }

    boolean needsCorrectionBox() {
        return !rawCorrections.isEmpty(); // race:corrections
    }

    public static void main(String[] args) throws InterruptedException {
        final Main room = new Main();
        Thread amy = new Thread(() -> room.report("amy", 9));
        Thread bob = new Thread(() -> room.report("bob", 9));
        Thread desk = new Thread(() -> {
            System.out.println("longest " + room.longestHeadline());
            System.out.println("storms " + room.countHeadlines("storm"));
            System.out.println("ranking " + room.ranking());
            System.out.println("owners " + room.ownersText());
        });
        Thread layout = new Thread(() -> {
            room.readTips();
            System.out.println("box " + room.needsCorrectionBox());
            System.out.println(room.corrections.size() + " corrections"); // safe: locked inside the wrapper
            List<String> page = new ArrayList<>(room.headlines); // safe: copies through the locked toArray()
            page.removeIf(h -> h.contains("derby")); // safe: private copy
            System.out.println("page " + page.size());
        });
        for (Thread t : new Thread[] {amy, bob, desk, layout}) {
            t.start();
        }
        for (Thread t : new Thread[] {amy, bob, desk, layout}) {
            t.join();
        }
        for (String c : room.rawCorrections) { // safe: all joined
            System.out.println(c);
        }
    }
}
