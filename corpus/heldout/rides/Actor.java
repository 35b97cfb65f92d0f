package heldout.rides;

import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * Processes its messages one at a time on a shared executor. Subclasses keep plain state: a run publishes it by
 * clearing the flag, the next run is only scheduled after winning the flag.
 */
abstract class Actor<M> implements Runnable {

    private static final int BATCH = 3;

    private final Executor executor;
    private final Queue<M> mailbox = new ConcurrentLinkedQueue<>();
    private final AtomicBoolean scheduled = new AtomicBoolean();

    Actor(Executor executor) {
        this.executor = executor;
    }

    final void tell(M message) {
        mailbox.add(message); // safe: concurrent queue
        schedule();
    }

    private void schedule() {
        if (scheduled.compareAndSet(false, true)) {
            executor.execute(this);
        }
    }

    @Override
    public final void run() {
        M message;
        for (int i = 0; i < BATCH && (message = mailbox.poll()) != null; i++) {
            receive(message);
        }
        scheduled.set(false);
        if (!mailbox.isEmpty()) {
            schedule();
        }
    }

    protected abstract void receive(M message);
}
