package heldout.logshipper;

import java.time.*;
import java.time.format.*;
import java.util.*;
import java.util.concurrent.*;
import java.util.concurrent.locks.*;

/** Collects log lines, ships them in batches over a flaky uplink and retries failed batches. */
public class Main {

    static class Shipper {
        private static final List<String> STOP = List.of();
        private static final DateTimeFormatter CLOCK = DateTimeFormatter.ofPattern("HH:mm:ss.SSS");
        private static final int BATCH = 10;
        private final ReentrantLock lock = new ReentrantLock();
        private final List<String> pending = new ArrayList<>(512);
        private final BlockingQueue<List<String>> outbox = new ArrayBlockingQueue<>(4);
        private final Uplink uplink;
        private final char[] scratch = new char[4096];
        private long lastFlush = System.nanoTime();
        private int dropped;
        Shipper(Uplink uplink) {
            this.uplink = uplink;
        }
        void append(String level, String text) {
            String line = LocalTime.now().format(CLOCK) + " " + level + " " + text; // safe: the formatter is immutable
            lock.lock();
            try {
                pending.add(line); // race:pending
                if (pending.size() >= BATCH) { // race:pending
                    flushLocked();
                }
            } finally {
                lock.unlock();
            }
        }
        private void flushLocked() {
            List<String> batch = new ArrayList<>(pending); // race:pending
            pending.clear(); // race:pending
            lastFlush = System.nanoTime(); // race:lastflush
            if (!batch.isEmpty() && !outbox.offer(batch)) {
                dropped += batch.size(); // race:dropped
            }
        }
        void flushIfStale() {
            if (System.nanoTime() - lastFlush > 3_000_000) { // race:lastflush
                flush();
            }
        }
        void flush() {
            lock.lock();
            try {
                flushLocked();
            } finally {
                lock.unlock();
            }
        }
        void run() {
            try {
                for (List<String> b = outbox.take(); b != STOP; b = outbox.take()) {
                    b.add(0, "batch of " + b.size()); // safe: a private copy, handed over by the queue (false alarm: that an offer was refused is not seen)
                    if (uplink.send(encode(b))) {
                        continue;
                    }
                    b.remove(0); // safe: private copy (false alarm: as above)
                    if (b.size() > 2 * BATCH) {
                        synchronized (this) {
                            dropped += b.size(); // race:dropped
                        }
                    } else {
                        pending.addAll(b); // race:pending
                    }
                }
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }
        private int encode(List<String> batch) {
            int n = 0;
            for (String line : batch) {
                for (int i = 0; line != null && i < line.length() && n < scratch.length; i++) {
                    scratch[n++] = line.charAt(i); // race:scratch
                }
            }
            int sum = 17;
            for (int i = 0; i < n; i++) {
                sum = 31 * sum + scratch[i]; // race:scratch
            }
            return sum;
        }
    }
    public static void main(String[] args) throws InterruptedException {
        Uplink uplink = new Uplink();
        Shipper shipper = new Shipper(uplink);
        Thread[] senders = {new Thread(shipper::run, "send-0"), new Thread(shipper::run, "send-1")};
        for (Thread s : senders) {
            s.start();
        }
        ScheduledExecutorService timer = Executors.newSingleThreadScheduledExecutor();
        timer.scheduleWithFixedDelay(shipper::flushIfStale, 1, 2, TimeUnit.MILLISECONDS);
        Thread[] apps = new Thread[2];
        for (int i = 0; i < apps.length; i++) {
            final String name = "app" + i;
            apps[i] = new Thread(() -> {
                for (int k = 0; k < 120; k++) {
                    shipper.append(k % 9 == 0 ? "WARN" : "INFO", name + " did step " + k);
                    Thread.yield();
                }
            }, name);
            apps[i].start();
        }
        for (Thread a : apps) {
            a.join();
        }
        timer.shutdown();
        if (!timer.awaitTermination(5, TimeUnit.SECONDS)) {
            throw new IllegalStateException("timer still running");
        }
        shipper.flush();
        for (int i = 0; i < senders.length; i++) {
            shipper.outbox.put(Shipper.STOP);
        }
        for (Thread s : senders) {
            s.join();
        }
        System.out.println(uplink.delivered() + " batches delivered");
        System.out.println(shipper.dropped + " dropped, " + shipper.pending.size() + " left"); // safe: all threads have ended
    }
}
