package heldout.backup;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.zip.CRC32;

/** scan -> checksum (2 workers) -> write, connected by bounded queues. */
public class Main {

    static class Chunk {
        static final Chunk END = new Chunk("", new byte[0]);

        final String path;
        final byte[] data;
        long checksum;
        String error;

        Chunk(String path, byte[] data) {
            this.path = path;
            this.data = data;
        }
    }

    /** Lets an operator hold the pipeline. */
    static class Gate {
        private final ReentrantLock lock = new ReentrantLock();
        private final Condition opened = lock.newCondition();
        private boolean open = true;
        private int waits;

        void pass() throws InterruptedException {
            lock.lock();
            try {
                while (!open) { // safe: lock
                    waits++; // safe: lock
                    opened.await();
                }
            } finally {
                lock.unlock();
            }
        }

        void set(boolean open) {
            lock.lock();
            try {
                this.open = open; // safe: lock
                opened.signalAll();
            } finally {
                lock.unlock();
            }
        }
    }

    static abstract class Stage extends Thread {
        Stage(String name) {
            super(name);
        }

        abstract void work() throws InterruptedException;

        @Override
        public final void run() {
            try {
                work();
            } catch (InterruptedException e) {
                System.err.println(getName() + " interrupted");
            }
        }
    }

    static class Checksummer extends Stage {
        private final BlockingQueue<Chunk> in;
        private final BlockingQueue<Chunk> out;
        private final Gate gate;
        private final AtomicInteger running;
        private int done;

        Checksummer(int n, BlockingQueue<Chunk> in, BlockingQueue<Chunk> out, Gate gate, AtomicInteger running) {
            super("checksum-" + n);
            this.in = in;
            this.out = out;
            this.gate = gate;
            this.running = running;
        }

        @Override
        void work() throws InterruptedException {
            CRC32 crc = new CRC32();
            Chunk c;
            while ((c = in.take()) != Chunk.END) {
                gate.pass();
                crc.reset(); // safe: one CRC32 per worker
                crc.update(c.data); // safe: bytes were filled before the chunk was queued
                c.checksum = crc.getValue(); // safe: chunk owned between take and put
                if (c.data[0] == '!') {
                    c.error = "unreadable"; // safe: chunk owned between take and put
                }
                done++; // safe: own thread; main reads it after join
                out.put(c);
            }
            in.put(Chunk.END);
            if (running.decrementAndGet() == 0) {
                out.put(Chunk.END);
            }
        }
    }

    static class Writer extends Stage {
        private final BlockingQueue<Chunk> in;
        private final List<String> problems = new ArrayList<>();
        private volatile Map<String, Long> index = Map.of();

        Writer(BlockingQueue<Chunk> in) {
            super("writer");
            this.in = in;
        }

        @Override
        void work() throws InterruptedException {
            for (Chunk c = in.take(); c != Chunk.END; c = in.take()) {
                if (c.error != null) { // safe: handed over by the queue
                    problems.add(c.path + ": " + c.error); // safe: writer thread only, main reads after join
                    continue;
                }
                Map<String, Long> next = new HashMap<>(index);
                next.put(c.path, c.checksum); // safe: copy is not visible yet
                index = next; // safe: volatile publication of a copy that is not touched again
            }
        }

        Map<String, Long> snapshot() {
            return index; // safe: volatile
        }
    }

    public static void main(String[] args) throws InterruptedException {
        BlockingQueue<Chunk> scanned = new ArrayBlockingQueue<>(16);
        BlockingQueue<Chunk> summed = new ArrayBlockingQueue<>(3);
        Gate gate = new Gate();
        AtomicInteger running = new AtomicInteger(2);
        Checksummer[] workers = new Checksummer[2];
        for (int i = 0; i < workers.length; i++) {
            workers[i] = new Checksummer(i, scanned, summed, gate, running);
            workers[i].start();
        }
        Writer writer = new Writer(summed);
        writer.start();

        for (int i = 0; i < 12; i++) {
            byte[] data = ((i % 5 == 4 ? "!" : "file ") + i).getBytes(StandardCharsets.UTF_8);
            gate.set(i != 6);
            data[data.length - 1] ^= 0x20; // safe: before put
            scanned.put(new Chunk("/home/doc" + i, data));
            System.out.println("stored so far: " + writer.snapshot().size()); // safe: immutable snapshot
        }
        gate.set(true);
        scanned.put(Chunk.END);

        int total = 0;
        for (Checksummer w : workers) {
            w.join();
            total += w.done; // safe: joined
        }
        writer.join();
        System.out.println(total + " files, held " + gate.waits + " times"); // safe: all stages joined
        System.out.println(new TreeMap<>(writer.snapshot()).keySet() + " " + writer.problems); // safe: joined
    }
}
