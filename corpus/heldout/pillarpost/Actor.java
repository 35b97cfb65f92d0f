package heldout.pillarpost;

import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicBoolean;

abstract class Actor<M> implements Runnable {
    private final Queue<M> mailbox = new ConcurrentLinkedQueue<>();
    private final AtomicBoolean scheduled = new AtomicBoolean();
    private final Executor executor;
    private M latest;
    private int received;

    Actor(Executor executor) {
        this.executor = executor;
    }

    final void tell(M message) {
        mailbox.add(message); // safe: concurrent queue
        trySchedule();
    }

    private void trySchedule() {
        if (scheduled.compareAndSet(false, true)) { // safe: atomic
            executor.execute(this);
        }
    }

    @Override
    public final void run() {
        try {
            M message;
            while ((message = mailbox.poll()) != null) {
                latest = message; // race:latest
                received++; // safe: one run at a time, guarded by the scheduled flag
                receive(message);
            }
        } finally {
            scheduled.set(false); // safe: atomic
            if (!mailbox.isEmpty()) {
                trySchedule();
            }
        }
    }

    protected abstract void receive(M message);

    /** For the monitoring page. */
    final M latest() {
        return latest; // race:latest
    }

    protected final int received() {
        return received; // safe: only used from receive()
    }
}
