package heldout.logship;

import java.text.SimpleDateFormat;
import java.util.ArrayList;
import java.util.Date;
import java.util.List;

/** Batching appender: callers fill one buffer, the writer thread swaps it out and writes it. */
class AsyncAppender implements Runnable {
    private static final SimpleDateFormat STAMP = new SimpleDateFormat("HH:mm:ss.SSS");

    private final Object lock = new Object();
    private final int capacity;
    private final Sink sink;
    private List<String> buffer = new ArrayList<>();
    private boolean closed;
    private int dropped;
    private int batches;

    AsyncAppender(int capacity, Sink sink) {
        this.capacity = capacity;
        this.sink = sink;
    }

    void append(Level level, String message) {
        if (closed) { // race:closed
            return;
        }
        String stamp = STAMP.format(new Date()); // race:stamp
        String line = stamp + " " + level + " [" + Thread.currentThread().getName() + "] " + message;
        synchronized (lock) {
            if (buffer.size() >= capacity) { // safe: under lock
                dropped++; // race:dropped
                return;
            }
            buffer.add(line); // safe: under lock
            lock.notifyAll();
        }
    }

    public void run() {
        while (true) {
            List<String> batch;
            synchronized (lock) {
                while (buffer.isEmpty() && !closed) { // safe: closed is only written under lock
                    try {
                        lock.wait();
                    } catch (InterruptedException e) {
                        return;
                    }
                }
                if (buffer.isEmpty()) {
                    return;
                }
                batch = buffer;
                buffer = new ArrayList<>(); // safe: under lock
            }
            batches++; // race:batches
            for (String line : batch) { // safe: the swapped-out list belongs to the writer
                sink.write(line);
            }
        }
    }

    void close() {
        synchronized (lock) {
            closed = true; // race:closed
            lock.notifyAll();
        }
    }

    int dropped() {
        return dropped; // race:dropped
    }

    int batches() {
        return batches; // race:batches
    }
}
