package library.eventloop;

import java.util.ArrayDeque;
import java.util.PriorityQueue;
import java.util.concurrent.ConcurrentLinkedQueue;

/** Whoever is the loop's thread does it at once, everybody else asks that thread to do it. */
public class EventLoop {
    private static int loops;

    private final ConcurrentLinkedQueue<Runnable> tasks = new ConcurrentLinkedQueue<>();
    private final PriorityQueue<Long> timers = new PriorityQueue<>();
    private final ArrayDeque<String> log = new ArrayDeque<>();
    private volatile Thread thread;
    private long fired;
    private long missed;
    private long asked;

    public boolean inLoop() {
        return inLoop(Thread.currentThread());
    }

    public boolean inLoop(Thread other) {
        return other == thread;
    }

    public void start() {
        new Thread(this::work).start();
    }

    private void work() {
        synchronized (tasks) {
            if (thread != null) {
                return;
            }
            thread = Thread.currentThread();
        }
        while (!Thread.interrupted()) {
            Runnable task = tasks.poll();
            if (task != null) {
                task.run();
            }
            fire();
        }
    }

    private void fire() {
        assert inLoop();
        Long next = timers.poll(); // safe: the loop's thread
        if (next != null) {
            fired++; // safe: the loop's thread
            log.add("fired " + next); // safe: the loop's thread
        } else {
            missed++; // race:eventloop-missed
        }
    }

    public void at(long time) {
        if (inLoop()) {
            timers.add(time); // safe: the loop's thread
        } else {
            tasks.add(() -> timers.add(time)); // safe: the loop's thread
        }
    }

    public void forget(long time) {
        if (Thread.currentThread() != thread) {
            asked++; // race:eventloop-asked
            throw new IllegalStateException();
        }
        timers.remove(time); // safe: the loop's thread
        log.clear(); // safe: the loop's thread
        loops++; // race:eventloop-loops
    }

    public long missed() {
        return missed; // race:eventloop-missed
    }

    public boolean isEmpty() {
        if (inLoop()) {
            return timers.isEmpty(); // safe: the loop's thread
        }
        return asked > 0; // race:eventloop-asked
    }
}
