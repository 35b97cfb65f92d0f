package heldout.logship2;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;

/** Collects lines, seals them into batches and hands them to shippers. */
class BatchBuffer {
    private final Object monitor = new Object();
    private final int limit;
    private final Deque<Batch> ready = new ArrayDeque<>();
    private List<LogLine> current = new ArrayList<>();
    private long sequence;
    private int inFlight;
    private boolean closed;

    BatchBuffer(int limit) {
        this.limit = limit;
    }

    void append(LogLine line) {
        synchronized (monitor) {
            current.add(line); // safe: monitor (false alarm: what is sealed and handed over in batches is not followed that far)
            if (current.size() >= limit) {
                seal();
            }
        }
    }

    void flush() {
        synchronized (monitor) {
            if (!current.isEmpty()) {
                seal();
            }
        }
    }

    /** caller holds the monitor */
    private void seal() {
        ready.addLast(new Batch(++sequence, current)); // safe: both callers hold the monitor
        current = new ArrayList<>(); // safe: both callers hold the monitor
        monitor.notify();
    }

    Batch take() throws InterruptedException {
        synchronized (monitor) {
            while (ready.isEmpty()) {
                if (closed && inFlight == 0) {
                    return null;
                }
                monitor.wait();
            }
            inFlight++;
            return ready.removeFirst();
        }
    }

    void done(Batch failed) {
        synchronized (monitor) {
            inFlight--; // safe: monitor
            if (failed != null) {
                ready.addFirst(failed);
            }
            monitor.notifyAll();
        }
    }

    void close() {
        synchronized (monitor) {
            if (!current.isEmpty()) {
                seal();
            }
            closed = true; // safe: monitor
            monitor.notifyAll();
        }
    }
}
