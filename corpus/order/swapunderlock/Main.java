package order.swapunderlock;

import java.util.ArrayList;
import java.util.List;

/** What is collected under a lock belongs to who puts an empty list in its place, under the same lock. */
public class Main {
    static final class Batch {
        int weight;
    }

    private final Object lock = new Object();
    private final Object other = new Object();
    private List<String> lines = new ArrayList<>();
    private List<String> alerts = new ArrayList<>();
    private List<String> events = new ArrayList<>();
    private Batch batch = new Batch();
    private static List<String> shared = new ArrayList<>();

    void collect(int i) {
        synchronized (lock) {
            lines.add("line " + i); // safe: the list is in the field as long as the lock is held
            batch.weight += i; // safe: likewise
        }
        synchronized (other) {
            alerts.add("alert " + i); // race:alerts,alertsfield
        }
        List<String> mine;
        synchronized (lock) {
            mine = events;
        }
        mine.add("event " + i); // race:events
        synchronized (Main.class) {
            shared.add("shared " + i); // safe: as lines
        }
    }

    private synchronized List<String> swapAlerts() {
        List<String> full = alerts; // safe: nobody else writes the field
        alerts = new ArrayList<>(); // race:alertsfield
        return full;
    }

    private List<String> swap() {
        synchronized (lock) {
            List<String> full = lines;
            lines = new ArrayList<>();
            return full;
        }
    }

    private static List<String> swapShared() {
        synchronized (Main.class) {
            List<String> full = shared;
            shared = new ArrayList<>();
            return full;
        }
    }

    void flush() {
        int size = 0;
        for (String line : swap()) { // safe: nobody finds it in the field any more
            size += line.length();
        }
        Batch full;
        synchronized (lock) {
            full = batch;
            batch = new Batch();
        }
        size += full.weight; // safe: replaced under the lock
        for (String alert : swapAlerts()) { // race:alerts
            size += alert.length();
        }
        List<String> seen;
        synchronized (lock) {
            seen = events;
            events = new ArrayList<>();
        }
        size += seen.size(); // race:events
        size += swapShared().size(); // safe: as lines
        System.out.println(size >= 0);
    }

    public static void main(String[] args) throws InterruptedException {
        Main main = new Main();
        Thread[] collectors = new Thread[3];
        for (int i = 0; i < collectors.length; i++) {
            int number = i;
            collectors[i] = new Thread(() -> main.collect(number));
            collectors[i].start();
        }
        Thread flusher = new Thread(main::flush);
        flusher.start();
        main.flush();
        flusher.join();
        for (Thread collector : collectors) {
            collector.join();
        }
    }
}
