package heldout.kvstore;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;

public class Main {

    record ClientSummary(int writes, int hits, int misses) {
        ClientSummary plus(ClientSummary other) {
            return new ClientSummary(writes + other.writes, hits + other.hits, misses + other.misses);
        }
    }

    private static ClientSummary runClient(KeyValueStore store, int number) {
        var random = new Random(number);
        int writes = 0;
        int hits = 0;
        int misses = 0;
        for (int i = 0; i < 250; i++) {
            String key = "k" + random.nextInt(60);
            switch (random.nextInt(5)) {
                case 0, 1 -> {
                    store.execute(new Command.Put(key, "c" + number + "-" + i));
                    writes++;
                }
                case 2 -> {
                    store.execute(new Command.Delete(key));
                    writes++;
                }
                default -> {
                    if (store.get(key) == null) {
                        misses++;
                    } else {
                        hits++;
                    }
                }
            }
        }
        return new ClientSummary(writes, hits, misses);
    }

    static final class Replica extends Thread {
        private final KeyValueStore primary;
        private final AtomicBoolean stop = new AtomicBoolean();
        private final Map<String, String> copy = new HashMap<>();
        private long copiedIndex;
        private int damaged;

        Replica(KeyValueStore primary) {
            super("replica");
            this.primary = primary;
        }

        @Override
        public void run() {
            while (!stop.get()) {
                Snapshot snapshot = primary.latest();
                if (snapshot != null && snapshot.index() > copiedIndex) { // safe: replica thread only
                    if (!snapshot.intact()) {
                        damaged++; // safe: replica thread, main after join
                    }
                    copy.clear(); // safe: replica thread, main after join
                    copy.putAll(snapshot.data()); // safe: replica thread, main after join
                    copiedIndex = snapshot.index(); // safe: replica thread only
                }
                Thread.yield();
            }
        }

        void requestStop() {
            stop.set(true);
        }

        String result() {
            return copy.size() + " keys, " + damaged + " damaged snapshots"; // safe: after join
        }
    }

    public static void main(String[] args) throws Exception {
        var log = new WriteAheadLog();
        var store = new KeyValueStore(log);
        var logThread = new Thread(log, "wal");
        logThread.start();

        var snapshotter = new Thread(() -> {
            while (!Thread.currentThread().isInterrupted()) {
                store.takeSnapshot();
                try {
                    Thread.sleep(2);
                } catch (InterruptedException e) {
                    return;
                }
            }
        }, "snapshotter");
        var status = new Thread(() -> {
            long last = 0;
            int rolls = 0;
            while (!Thread.currentThread().isInterrupted()) {
                long applied = store.lastApplied();
                if (applied != last && applied % 100 == 0) {
                    System.out.println("applied " + applied + ", open segment " + log.segmentBytes());
                }
                last = applied;
                rolls = Math.max(rolls, log.sealedSegments());
                Thread.yield();
            }
            System.out.println("sealed segments seen " + rolls + ", largest batch " + log.largestBatch());
        }, "status");
        var replica = new Replica(store);
        snapshotter.start();
        status.start();
        replica.start();

        ExecutorService clients = Executors.newFixedThreadPool(4);
        List<Future<ClientSummary>> futures = new ArrayList<>();
        for (int i = 0; i < 4; i++) {
            int number = i;
            futures.add(clients.submit(() -> runClient(store, number)));
        }
        var total = new ClientSummary(0, 0, 0);
        for (var future : futures) {
            total = total.plus(future.get()); // safe: handed over by the future
        }
        clients.shutdown();
        log.close();
        logThread.join();
        for (Thread t : List.of(snapshotter, status)) {
            t.interrupt();
            t.join();
        }
        replica.requestStop();
        replica.join();

        Map<String, String> rebuilt = new HashMap<>();
        for (Command command : log.replay()) {
            if (command instanceof Command.Put put) {
                rebuilt.put(put.key(), put.value());
            } else if (command instanceof Command.Delete delete) {
                rebuilt.remove(delete.key());
            }
        }
        System.out.println(total + " applied " + store.applied() + " reads " + store.reads());
        System.out.println("keys " + store.size() + " rebuilt " + rebuilt.size() + ", replica " + replica.result());
    }
}
