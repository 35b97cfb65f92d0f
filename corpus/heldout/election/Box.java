package heldout.election;

import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;

/** The box of one district, emptied by one counter. */
final class Box implements Runnable {
    private final BlockingQueue<Ballot> ballots = new LinkedBlockingQueue<>();
    private final AtomicReference<Count> count = new AtomicReference<>(Count.EMPTY);
    private final AtomicReference<Count> national;
    private int opened;
    private String note;
    private volatile boolean closed;

    Box(AtomicReference<Count> national) {
        this.national = national;
    }

    void drop(Ballot ballot) {
        ballots.add(ballot);
    }

    @Override
    public void run() {
        try {
            while (true) {
                Ballot ballot = ballots.take();
                opened++; // safe: the counter alone, until the box is closed
                switch (ballot) {
                    case Ballot.Vote(String district, String candidate, int weight) -> {
                        count.updateAndGet(old -> old.with(candidate, weight)); // safe: atomic
                        national.updateAndGet(old -> old.with(candidate, weight)); // safe: atomic
                    }
                    case Ballot.Blank blank -> count.updateAndGet(Count::withBlank);
                    case Ballot.End end -> {
                        note = "opened " + opened; // safe: before the volatile is written
                        closed = true; // safe: volatile
                        return;
                    }
                }
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    Count count() {
        return count.get();
    }

    boolean closed() {
        return closed; // safe: volatile
    }

    String note() {
        while (!closed) { // safe: volatile
            LockSupport.parkNanos(50_000);
        }
        return note; // safe: after the volatile was seen
    }
}
