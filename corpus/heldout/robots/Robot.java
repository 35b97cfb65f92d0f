package heldout.robots;

import java.util.concurrent.locks.ReentrantLock;

/** Takes parts, works on them, and may fail. */
abstract class Robot implements Runnable {
    protected final Conveyor<Part> in;
    protected final Conveyor<Part> out;
    private final Protocol protocol;

    Robot(Conveyor<Part> in, Conveyor<Part> out, Protocol protocol) {
        this.in = in;
        this.out = out;
        this.protocol = protocol;
    }

    protected abstract void work(Part part);

    @Override
    public final void run() {
        try {
            for (Part part = in.take(); part != null; part = in.take()) {
                handle(part);
                out.put(part);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void handle(Part part) {
        ReentrantLock lock = protocol.lock;
        lock.lock();
        try {
            work(part);
            protocol.handled++; // safe: the lock is held
        } catch (IllegalArgumentException e) {
            lock.unlock();
            protocol.failures++; // race:failures
            protocol.broken.add(part.number); // safe: a synchronized list
        } finally {
            if (lock.isHeldByCurrentThread()) {
                lock.unlock();
            }
        }
    }

    static final class Welder extends Robot {
        private int sparks;

        Welder(Conveyor<Part> in, Conveyor<Part> out, Protocol protocol) {
            super(in, out, protocol);
        }

        @Override
        protected void work(Part part) {
            sparks += 3; // race:sparks
            if (part.number % 5 == 0) {
                throw new IllegalArgumentException("bent");
            }
            part.welds = 3; // safe: one robot has the part at a time
        }

        int sparks() {
            return sparks; // race:sparks
        }
    }

    static final class Painter extends Robot {
        Painter(Conveyor<Part> in, Conveyor<Part> out, Protocol protocol) {
            super(in, out, protocol);
        }

        @Override
        protected void work(Part part) {
            part.painted += part.welds; // safe: one robot has the part at a time
        }
    }
}
