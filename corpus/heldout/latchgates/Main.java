package heldout.latchgates;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;

public class Main {

    enum Station { NORTH, EAST, SOUTH, WEST }

    static class Settings {
        double scale;
        boolean debug;
    }

    static class Probe implements Runnable {
        private final Station station;
        private final Settings settings;
        private final CountDownLatch go;
        private final CountDownLatch done;
        private double value;
        private long finishedAt;

        Probe(Station station, Settings settings, CountDownLatch go, CountDownLatch done) {
            this.station = station;
            this.settings = settings;
            this.go = go;
            this.done = done;
        }

        @Override
        public void run() {
            try {
                go.await();
            } catch (InterruptedException e) {
                return;
            }
            value = settings.scale * station.ordinal(); // safe: scale set before go, value read after done
            if (settings.debug) { // race:debug
                System.out.println(station + " measured");
            }
            done.countDown();
            finishedAt = System.nanoTime(); // race:finishedAt
        }
    }

    static void measure() throws InterruptedException {
        Settings settings = new Settings();
        CountDownLatch go = new CountDownLatch(1);
        CountDownLatch done = new CountDownLatch(Station.values().length);
        Map<Station, Probe> probes = new EnumMap<>(Station.class);
        for (Station s : Station.values()) {
            Probe probe = new Probe(s, settings, go, done);
            probes.put(s, probe); // safe: the map is confined to this method
            new Thread(probe, s.name()).start();
        }
        settings.scale = 1.5; // safe: before the gate opens
        go.countDown();
        settings.debug = true; // race:debug
        done.await();
        double sum = 0;
        long latest = Long.MIN_VALUE;
        for (Probe p : probes.values()) {
            sum += p.value; // safe: written before countDown
            latest = Math.max(latest, p.finishedAt); // race:finishedAt
        }
        System.out.println("sum " + sum + ", any time " + (latest != 0));
    }

    static void quorum(int voters) throws InterruptedException {
        CountDownLatch enough = new CountDownLatch(voters - 1);
        boolean[] votes = new boolean[voters];
        List<Thread> threads = new ArrayList<>();
        for (int i = 0; i < voters; i++) {
            int id = i;
            Thread t = new Thread(() -> {
                votes[id] = id % 2 == 0; // race:votes missed: how many count a latch down is not compared with its number
                enough.countDown();
            });
            threads.add(t);
            t.start();
        }
        enough.await();
        int yes = 0;
        for (int i = 0; i < voters; i++) {
            if (votes[i]) { // race:votes missed: as above
                yes++;
            }
        }
        System.out.println("early result " + yes);
        for (Thread t : threads) {
            t.join();
        }
        int exact = 0;
        for (boolean vote : votes) { // safe: all voters joined
            exact += vote ? 1 : 0;
        }
        System.out.println("exact result " + exact);
    }

    static void relay() throws InterruptedException {
        CountDownLatch loaded = new CountDownLatch(1);
        CountDownLatch parsed = new CountDownLatch(1);
        List<String> lines = new ArrayList<>();
        new Thread(() -> {
            lines.add("a=1"); // safe: before loaded
            lines.add("b=2"); // safe: before loaded
            loaded.countDown();
        }).start();
        new Thread(() -> {
            try {
                loaded.await();
                lines.replaceAll(l -> l.substring(2)); // safe: between the two latches
                parsed.countDown();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }).start();
        parsed.await();
        System.out.println("parsed " + lines); // safe: after parsed
    }

    public static void main(String[] args) throws InterruptedException {
        measure();
        quorum(5);
        relay();
    }
}
