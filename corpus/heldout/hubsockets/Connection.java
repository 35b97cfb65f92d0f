package heldout.hubsockets;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;

/** The server's end of one client connection, with a thread of its own for writing. */
final class Connection {
    private static final Frame CLOSE = new Frame("", "");

    private final String user;
    private final BlockingQueue<Frame> outbox = new LinkedBlockingQueue<>();
    private final List<String> wire = new ArrayList<>();
    private final Thread writer;
    private int bytesOut;
    private long lastPing;
    private volatile boolean closing;

    Connection(String user) {
        this.user = user;
        this.writer = new Thread(this::drain, "writer-" + user);
    }

    void open() {
        writer.start();
    }

    String user() {
        return user;
    }

    boolean send(Frame frame) {
        if (closing) { // safe: volatile
            return false;
        }
        return outbox.offer(frame);
    }

    private void drain() {
        try {
            for (Frame f = outbox.take(); f != CLOSE; f = outbox.take()) {
                write(f);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void write(Frame f) {
        String text = f.origin() + ">" + f.payload();
        wire.add(text); // safe: writer thread only, until join
        bytesOut += text.length(); // safe: writer thread only, until join
        f.delivered();
    }

    void ping(long tick) {
        lastPing = tick; // race:lastPing
    }

    long idleFor(long now) {
        return now - lastPing; // race:lastPing
    }

    void close() throws InterruptedException {
        closing = true; // safe: volatile
        outbox.put(CLOSE);
        writer.join();
    }

    int framesWritten() {
        return wire.size(); // safe: called after close() joined the writer
    }

    int bytesOut() {
        return bytesOut; // safe: called after close() joined the writer
    }
}
