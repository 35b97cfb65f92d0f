package heldout.filesync;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.Exchanger;
import java.util.concurrent.Phaser;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicReference;

/** File sync simulation: scanner, differ and uploader keep a local and a remote tree equal. */
public class Main {

    static final class FileState {
        final String path;
        int version;
        byte[] block;

        FileState(String path, int version, byte[] block) {
            this.path = path;
            this.version = version;
            this.block = block;
        }
    }

    static final FileState END = new FileState("", -1, null);

    static class Remote {
        private final Semaphore mutex = new Semaphore(1);
        private final Map<String, Integer> versions = new HashMap<>();
        private int uploads;

        void upload(FileState f) {
            mutex.acquireUninterruptibly();
            try {
                versions.merge(f.path, f.version, Math::max); // safe: binary semaphore
                uploads++; // safe: binary semaphore
            } finally {
                mutex.release();
            }
        }

        int versionOf(String path) {
            mutex.acquireUninterruptibly();
            try {
                return versions.getOrDefault(path, 0); // safe: binary semaphore
            } finally {
                mutex.release();
            }
        }
    }

    static class Stats {
        final int scanned;
        final int changed;

        Stats(int scanned, int changed) {
            this.scanned = scanned;
            this.changed = changed;
        }
    }

    private final Remote remote = new Remote();
    private final BlockingQueue<FileState> pending = new ArrayBlockingQueue<>(4);
    private final Exchanger<List<FileState>> exchanger = new Exchanger<>();
    private final AtomicReference<Stats> stats = new AtomicReference<>(new Stats(0, 0));
    private final int[] perPhase = new int[3];
    private final Phaser phaser = new Phaser(2);

    private void scan() {
        try {
            List<FileState> batch = new ArrayList<>();
            for (int phase = 0; phase < 3; phase++) {
                for (int i = 0; i < 5; i++) {
                    FileState f = new FileState("/home/f" + i, phase + i % 2, new byte[] {(byte) i});
                    f.version++; // safe: still owned by the scanner
                    batch.add(f); // safe: the batch changes hands in exchange()
                }
                perPhase[phase] = batch.size(); // safe: the differ reads it after the phaser
                phaser.arriveAndAwaitAdvance();
                batch = exchanger.exchange(batch);
                batch.clear(); // safe: the list received belongs to the scanner now
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void diff() {
        try {
            List<FileState> work = new ArrayList<>();
            for (int phase = 0; phase < 3; phase++) {
                phaser.arriveAndAwaitAdvance();
                int expected = perPhase[phase]; // safe: written before the phaser advanced
                work = exchanger.exchange(work);
                int changed = 0;
                for (FileState f : work) { // safe: received from the scanner
                    if (f.version > remote.versionOf(f.path)) { // safe: received from the scanner
                        f.block[0] ^= 0x5a; // safe: owned by the differ, handed over below (false alarm: that a file goes from queue to queue is not followed)
                        pending.put(f);
                        changed++;
                    }
                }
                final int c = changed;
                stats.updateAndGet(s -> new Stats(s.scanned + expected, s.changed + c));
            }
            pending.put(END);
            pending.put(END);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void uploadLoop(int[] checksum) {
        try {
            for (FileState f = pending.take(); f != END; f = pending.take()) {
                checksum[0] = checksum[0] * 31 + f.block[0]; // safe: own array, file received from the queue (false alarm: as above)
                f.block = null; // safe: nobody else keeps the file (false alarm: as above)
                remote.upload(f);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Main sync = new Main();
        int[] sumA = new int[1];
        int[] sumB = new int[1];
        Thread[] threads = {new Thread(sync::scan), new Thread(sync::diff),
            new Thread(() -> sync.uploadLoop(sumA)), new Thread(() -> sync.uploadLoop(sumB))};
        for (Thread t : threads) {
            t.start();
        }
        Stats early = sync.stats.get();
        System.out.println("scanned at start: " + early.scanned); // safe: immutable snapshot
        for (Thread t : threads) {
            t.join();
        }
        System.out.println(sync.remote.uploads + " uploads, " + (sumA[0] + sumB[0])); // safe: after join
        System.out.println("changed " + sync.stats.get().changed);
    }
}
