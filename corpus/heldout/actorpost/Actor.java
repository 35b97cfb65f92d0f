package heldout.actorpost;

import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicBoolean;

abstract class Actor<M> implements Runnable {
    private static final int BATCH = 8;

    protected final ActorSystem system;
    private final Queue<M> mailbox = new ConcurrentLinkedQueue<>();
    private final AtomicBoolean scheduled = new AtomicBoolean();
    private int turns;
    private int handled;
    private int idleTurns;

    Actor(ActorSystem system) {
        this.system = system;
    }

    final void tell(M message) {
        system.accepted();
        mailbox.add(message); // safe: ConcurrentLinkedQueue
        schedule();
    }

    private void schedule() {
        if (scheduled.compareAndSet(false, true)) {
            system.execute(this);
        }
    }

    @Override
    public final void run() {
        turns++; // safe: one turn at a time, ordered by the scheduled flag
        for (int i = 0; i < BATCH; i++) {
            M message = mailbox.poll();
            if (message == null) {
                break;
            }
            receive(message);
            handled++; // safe: one turn at a time, ordered by the scheduled flag
            system.handled();
        }
        scheduled.set(false);
        if (mailbox.isEmpty()) {
            idleTurns++; // race:idleturns
        } else {
            schedule();
        }
    }

    protected abstract void receive(M message);

    final int handledCount() {
        return handled; // safe: after the pool has terminated
    }

    final boolean turnsPlausible() {
        return turns > 0 && idleTurns <= turns; // safe: after the pool has terminated
    }
}
