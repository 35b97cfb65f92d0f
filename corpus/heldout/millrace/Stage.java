package heldout.millrace;

import java.util.concurrent.BlockingQueue;

/** A step of the mill: takes from one queue, may put to another. */
abstract class Stage<I> extends Thread {
    private static int troubles;
    protected final BlockingQueue<I> in;
    private final I stopper;
    private int processed;
    private Throwable cause;

    Stage(String name, BlockingQueue<I> in, I stopper) {
        super(name);
        this.in = in;
        this.stopper = stopper;
    }

    protected abstract void handle(I item) throws InterruptedException;

    protected void finish() throws InterruptedException {
    }

    @Override
    public final void run() {
        try {
            I item;
            while ((item = in.take()) != stopper) {
                try {
                    handle(item);
                } catch (NumberFormatException e) {
                    troubles++; // race:troubles
                    cause = e; // safe: own field of the stage, main looks at it after join
                }
                processed++; // race:processed
            }
            finish();
        } catch (InterruptedException e) {
            interrupt();
        }
    }

    int processed() {
        return processed; // race:processed
    }

    String lastTrouble() {
        return cause == null ? "none" : cause.getMessage(); // safe: after join
    }

    static int troubles() {
        return troubles; // safe: called when all stages have been joined
    }
}
