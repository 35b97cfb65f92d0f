package heldout.kvstore;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.LinkedBlockingQueue;

sealed interface Command permits Command.Put, Command.Delete {
    record Put(String key, String value) implements Command {}

    record Delete(String key) implements Command {}

    default String encode() {
        if (this instanceof Put put) {
            return "P " + put.key() + " " + put.value();
        }
        return "D " + ((Delete) this).key();
    }

    static Command decode(String line) {
        String[] parts = line.split(" ", 3);
        return parts[0].equals("P") ? new Put(parts[1], parts[2]) : new Delete(parts[1]);
    }
}

final class WriteAheadLog implements Runnable {
    private static final int SEGMENT_LIMIT = 2_000;

    private record Pending(Command command, CompletableFuture<Long> durable) {}

    private static final Pending CLOSE = new Pending(null, null);

    private final BlockingQueue<Pending> incoming = new LinkedBlockingQueue<>();
    private final StringBuilder segment = new StringBuilder();
    private final List<String> sealed = new ArrayList<>();
    private long nextIndex = 1;
    private long segmentBytes;
    private volatile int largestBatch;

    CompletableFuture<Long> append(Command command) {
        CompletableFuture<Long> durable = new CompletableFuture<>();
        incoming.add(new Pending(command, durable));
        return durable;
    }

    void close() {
        incoming.add(CLOSE);
    }

    @Override
    public void run() {
        List<Pending> batch = new ArrayList<>();
        boolean open = true;
        try {
            while (open) {
                batch.add(incoming.take()); // safe: local list
                incoming.drainTo(batch, 15);
                if (batch.size() > largestBatch) { // safe: volatile with a single writer
                    largestBatch = batch.size(); // safe: volatile with a single writer
                }
                for (Pending pending : batch) {
                    if (pending == CLOSE) {
                        open = false;
                        continue;
                    }
                    write(pending.command().encode());
                    pending.durable().complete(nextIndex++); // safe: log thread only
                }
                batch.clear();
            }
            roll();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void write(String line) {
        segment.append(line).append('\n'); // safe: log thread only
        segmentBytes += line.length() + 1; // race:segmentBytes
        if (segmentBytes > SEGMENT_LIMIT) { // safe: only this thread writes it
            roll();
        }
    }

    private void roll() {
        synchronized (sealed) {
            sealed.add(segment.toString()); // safe: guarded by sealed
        }
        segment.setLength(0); // safe: log thread only
        segmentBytes = 0; // race:segmentBytes
    }

    long segmentBytes() {
        return segmentBytes; // race:segmentBytes
    }

    int sealedSegments() {
        synchronized (sealed) {
            return sealed.size(); // safe: guarded by sealed
        }
    }

    int largestBatch() {
        return largestBatch; // safe: volatile
    }

    List<Command> replay() {
        List<Command> commands = new ArrayList<>();
        for (String text : sealed) { // safe: called by main after the log thread was joined
            text.lines().filter(l -> !l.isEmpty()).map(Command::decode).forEach(commands::add);
        }
        return commands;
    }
}
