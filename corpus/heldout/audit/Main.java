package heldout.audit;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.ConcurrentModificationException;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** Collects audit events of several services and prints interim summaries. */
public class Main {

    private final List<String> events = Collections.synchronizedList(new ArrayList<>());
    private final List<Integer> durations = Collections.synchronizedList(new ArrayList<>());
    private final Map<String, Integer> perUser = Collections.synchronizedMap(new HashMap<>());
    private final Map<String, String> lastAction = Collections.synchronizedMap(new HashMap<>());
    private final Set<String> suspicious = Collections.synchronizedSet(new HashSet<>());
    private final Map<String, List<String>> trails = new ConcurrentHashMap<>();

    void record(String user, String action, int millis) {
        events.add(user + ":" + action); // race:events
        durations.add(millis); // safe: synchronized list, iterated only under its monitor
        perUser.merge(user, 1, Integer::sum); // race:peruser
        lastAction.put(user, action); // safe: synchronized map, iterated only under its monitor
        if (millis > 90) {
            suspicious.add(user); // safe: synchronized set, never iterated by hand
        }
        trails.computeIfAbsent(user, u -> new ArrayList<>()).add(action); // race:trail
    }

    int countLogins() {
        int n = 0;
        for (String e : events) { // race:events
            if (e.endsWith("login")) {
                n++;
            }
        }
        return n;
    }

    long totalMillis() {
        long sum = 0;
        synchronized (durations) {
            for (int d : durations) { // safe: the list's own monitor
                sum += d;
            }
        }
        return sum;
    }

    String busiest() {
        String best = "";
        int max = 0;
        Set<Map.Entry<String, Integer>> entries = perUser.entrySet();
        synchronized (entries) {
            for (Map.Entry<String, Integer> e : entries) { // race:peruser
                if (e.getValue() > max) { // race:peruser
                    max = e.getValue(); // race:peruser
                    best = e.getKey();
                }
            }
        }
        return best;
    }

    String actions() {
        StringBuilder sb = new StringBuilder();
        Set<String> keys = lastAction.keySet();
        synchronized (lastAction) {
            for (String k : keys) { // safe: the map's monitor
                sb.append(k).append('=').append(lastAction.get(k)).append(' '); // safe: local builder
            }
        }
        return sb.toString();
    }

    private void service(String name) {
        List<String> verbs = Arrays.asList("login", "read", "write", "logout");
        for (int i = 0; i < 120; i++) {
            record("user" + i % 5, verbs.get(i % verbs.size()), (i * 13 + name.length()) % 100);
        }
    }

    private void summarize() {
        try {
            System.out.println("logins " + countLogins() + ", busiest " + busiest());
        } catch (ConcurrentModificationException e) {
            System.out.println("summary failed, again later");
        }
        System.out.println("millis " + totalMillis() + ", " + actions());
        System.out.println("suspicious " + suspicious.size() + " " + suspicious); // safe: both calls are synchronized
    }

    public static void main(String[] args) throws InterruptedException {
        Main audit = new Main();
        List<Thread> services = new ArrayList<>();
        for (String name : List.of("portal", "billing", "mail")) {
            services.add(new Thread(() -> audit.service(name), name));
        }
        for (Thread t : services) {
            t.start();
        }
        audit.summarize();
        for (Thread t : services) {
            t.join();
        }
        audit.summarize();
        int steps = 0;
        for (List<String> trail : audit.trails.values()) {
            steps += trail.size(); // safe: all joined
        }
        System.out.println("steps " + steps);
    }
}
