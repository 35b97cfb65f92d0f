package library.scratch;

import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;

/** What each thread has for itself, in a thread local or in a field of its own kind of thread. */
public class Scratch {
    private static final ThreadLocal<Buffer> BUFFERS = new ThreadLocal<>();
    private static final ThreadLocal<Tally> TALLIES = new ThreadLocal<>();
    private final ThreadLocal<Set<String>> held = new ThreadLocal<>();
    private final ConcurrentHashMap<String, Tally> all = new ConcurrentHashMap<>();
    private final AtomicInteger calls = new AtomicInteger();
    private final Tally common = new Tally();

    private Set<String> held() {
        Set<String> mine = held.get();
        if (mine == null) {
            mine = new HashSet<>();
            held.set(mine);
        }
        return mine;
    }

    public boolean hold(String name) {
        calls.incrementAndGet();
        return held().add(name); // safe: of one thread
    }

    public void drop(String name) {
        held().remove(name); // safe: of one thread
    }

    public void write(int value) {
        Buffer.get().add(value); // safe: of one thread
    }

    /** All threads count in one and the same. */
    public void join() {
        TALLIES.set(common);
    }

    public void count() {
        Tally tally = TALLIES.get();
        if (tally != null) {
            tally.count++; // race:scratch-tally
        }
    }

    public long total(String name) {
        Tally tally = all.get(name);
        return tally == null ? 0 : tally.count;
    }

    /** A thread that has a buffer. */
    public static class Writer extends Thread {
        private Buffer buffer;
    }

    /** Found by the thread that asks. */
    static final class Buffer {
        private final int[] values = new int[16];
        private int size;

        static Buffer get() {
            Thread thread = Thread.currentThread();
            if (thread instanceof Writer) {
                Writer writer = (Writer) thread;
                if (writer.buffer == null) {
                    writer.buffer = new Buffer(); // safe: the thread itself
                }
                return writer.buffer;
            }
            Buffer buffer = BUFFERS.get();
            if (buffer == null) {
                buffer = new Buffer();
                BUFFERS.set(buffer);
            }
            return buffer;
        }

        void add(int value) {
            values[size % 16] = value; // safe: of one thread
            size++; // safe: of one thread
        }
    }

    /** A number. */
    static final class Tally {
        private long count;
    }
}
