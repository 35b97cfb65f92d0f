package heldout.settings;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

public class Main {
    static final class Config {
        final String host;
        final int retries;
        final List<String> tags;

        private Config(Builder b) {
            host = b.host;
            retries = b.retries;
            tags = List.copyOf(b.tags);
        }

        static class Builder {
            private String host = "localhost";
            private int retries;
            private final List<String> tags = new ArrayList<>();

            Builder host(String h) {
                host = h; // safe: builder never leaves its thread
                return this;
            }

            Builder retries(int r) {
                retries = r; // safe: builder never leaves its thread
                return this;
            }

            Builder tag(String t) {
                tags.add(t); // safe: builder never leaves its thread
                return this;
            }

            Config build() {
                return new Config(this);
            }
        }
    }

    static class Limits {
        private int max;

        Limits(int max) {
            this.max = max; // race:max
        }

        int max() {
            return max; // race:max
        }
    }

    private volatile Config config = new Config.Builder().build();
    private Config fallback;
    private Limits limits = new Limits(10);
    private volatile String[] hosts = {"a"};
    private volatile int[] weights = {1, 1};
    private volatile boolean ready;
    private int payload;
    private int stamp;
    private boolean stopped;
    private int seed;
    private int shift;

    synchronized void addHost(String h) {
        String[] copy = Arrays.copyOf(hosts, hosts.length + 1);
        copy[copy.length - 1] = h; // safe: not published yet
        hosts = copy; // safe: volatile
    }

    void reload() {
        for (int i = 0; i < 20; i++) {
            Config c = new Config.Builder().host("h" + i).retries(i).tag("t" + i).build();
            config = c; // safe: volatile
            fallback = c; // race:fallback
            limits = new Limits(i); // race:limits
            addHost("h" + i);
            weights[i % 2]++; // race:weights
        }
        payload = seed * 2; // safe: before the volatile flag; seed was set before start
        ready = true;
        stamp = 1; // race:stamp
    }

    void read() {
        int sum = seed; // safe: set before start
        sum += shift; // race:shift
        for (int i = 0; i < 1000 && !stopped; i++) { // race:stopped
            Config c = config;
            sum += c.retries + c.tags.size(); // safe: immutable
            Config f = fallback; // race:fallback
            if (f != null) {
                sum += f.host.length(); // safe: final fields
            }
            Limits l = limits; // race:limits
            sum += l.max();
            for (String h : hosts) { // safe: copy on write
                sum += h.length();
            }
            sum += weights[0]; // race:weights
        }
        while (!ready) {
            Thread.onSpinWait();
        }
        sum += payload; // safe: after the volatile flag
        sum += stamp; // race:stamp
        System.out.println(sum > 0);
    }

    public static void main(String[] args) throws InterruptedException {
        Main m = new Main();
        m.seed = 21; // safe: before start
        Thread reloader = new Thread(m::reload);
        Thread[] readers = {new Thread(m::read), new Thread(m::read)};
        reloader.start();
        for (Thread r : readers) {
            r.start();
        }
        m.shift = 3; // race:shift
        Thread.sleep(5);
        m.stopped = true; // race:stopped
        m.addHost("z");
        reloader.join();
        System.out.println(m.payload + " " + m.stamp); // safe: joined
        for (Thread r : readers) {
            r.join();
        }
    }
}
