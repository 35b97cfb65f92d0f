package heldout.confwatch;

import java.util.List;
import java.util.Timer;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;

public class Main {

    /** A worker that keeps the settings it has seen last in a field of its own. */
    static final class Worker extends Thread {
        private final ConfigService config;
        private Settings cached;
        private int changes;
        private int threads;
        private boolean wonOverride;

        Worker(String name, ConfigService config) {
            super(name);
            this.config = config;
            this.cached = config.current(); // safe: before start
        }

        @Override
        public void run() {
            for (int i = 0; i < 100; i++) {
                Settings now = config.current();
                if (now != cached) { // safe: own field, not shared while running
                    cached = now; // safe: own field, not shared while running
                    changes++;
                }
                threads = now.getInt("threads"); // safe: read by main after join
                if (i == 50) {
                    wonOverride = config.override("mode", getName()); // safe: read by main after join
                }
                Thread.yield();
            }
        }
    }

    public static void main(String[] args) throws InterruptedException {
        AtomicReference<List<String>> file = new AtomicReference<>(List.of("color=red", "workers=2"));
        ConfigService config = new ConfigService(file);
        AtomicInteger notified = new AtomicInteger();
        int[] highest = new int[1];
        config.subscribe(s -> notified.incrementAndGet());
        config.subscribe(s -> {
            synchronized (highest) {
                highest[0] = Math.max(highest[0], s.version()); // safe: monitor of the array
            }
        });

        Timer timer = new Timer("config-timer", true);
        Watcher watcher = new Watcher(config, 6);
        timer.schedule(watcher, 0, 3);

        Worker[] workers = new Worker[3];
        for (int i = 0; i < workers.length; i++) {
            workers[i] = new Worker("worker-" + i, config); // safe: array is main's own
            workers[i].start();
        }
        file.set(List.of("workers=8")); // safe: atomic reference to an immutable list
        config.reload();

        int winners = 0;
        boolean sane = true;
        for (Worker w : workers) {
            w.join();
            winners += w.wonOverride ? 1 : 0; // safe: after join
            sane &= w.threads == 2 || w.threads == 8; // safe: after join
            sane &= w.changes <= 7;
        }
        watcher.await();
        timer.cancel();

        int top;
        synchronized (highest) {
            top = highest[0]; // safe: monitor of the array
        }
        sane &= config.lookup("mode").startsWith("worker-");
        System.out.println("runs " + watcher.runs() + " " + watcher.versions() + ", reloads " + config.reloads());
        System.out.println("threads " + config.current().getInt("threads") + ", colour " + config.lookup("colour"));
        System.out.println("notified " + notified.get() + ", top " + top + ", kept " + config.kept());
        System.out.println("winners " + winners + ", sane " + sane);
    }
}
