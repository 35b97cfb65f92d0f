package library.limits;

import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicLong;

/** Lets a number of callers in at a time. What it is told with setters, it is told before it is used. */
public class Gate {
    private final AtomicLong let = new AtomicLong();
    private final Semaphore places = new Semaphore(4);
    private volatile boolean isClosed;
    private String name = "gate";
    private int patience = 10;
    private long refused;
    private int peak;

    public void setName(String name) {
        this.name = name; // safe: set up before others have it
    }

    public String getName() {
        return name; // safe: set up before others have it
    }

    public void setPatience(int patience) {
        if (isClosed) {
            throw new IllegalStateException("closed");
        }
        this.patience = patience; // safe: set up before others have it
    }

    public boolean enter() throws InterruptedException {
        for (int i = 0; i < patience; i++) { // safe: set up before others have it
            if (places.tryAcquire()) {
                let.incrementAndGet();
                return true;
            }
            Thread.sleep(1);
        }
        refused++; // race:refused
        return false;
    }

    public void leave() {
        places.release();
    }

    public long refused() {
        return refused; // race:refused
    }

    /** Unlike the others, this one is locked where it is set, and not where it is read. */
    public synchronized void setPeak(int peak) {
        this.peak = Math.max(peak, this.peak); // race:peak
    }

    public int getPeak() {
        return peak; // race:peak
    }

    public void close() {
        isClosed = true;
    }
}
