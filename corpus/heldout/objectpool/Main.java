package heldout.objectpool;

import java.util.Iterator;
import java.util.LinkedList;
import java.util.concurrent.ConcurrentLinkedQueue;

/** Pool of text buffers with an evictor thread. */
public class Main {
    static final ConcurrentLinkedQueue<String> OUTPUT = new ConcurrentLinkedQueue<>();

    public static void main(String[] args) throws InterruptedException {
        BufferPool pool = new BufferPool(2);
        Evictor evictor = new Evictor(pool);
        evictor.setDaemon(true);
        evictor.start();
        Renderer[] renderers = new Renderer[3];
        for (int i = 0; i < renderers.length; i++) {
            renderers[i] = new Renderer(pool, "doc" + i);
            renderers[i].start();
        }
        for (int i = 0; i < 3; i++) {
            System.out.println("active buffers: " + pool.getNumActive());
            Thread.sleep(3);
        }
        int chars = 0;
        for (Renderer r : renderers) {
            r.join();
            chars += r.chars; // safe: after join
        }
        pool.close();
        evictor.join(100);
        System.out.println("documents " + OUTPUT.size() + " chars " + chars); // safe: concurrent queue
        System.out.println("created " + pool.getCreated());
    }
}

class PooledBuffer {
    final StringBuilder text = new StringBuilder();
    long lastUsed;
    int uses;
}

class BufferPool {
    private final LinkedList<PooledBuffer> idle = new LinkedList<>();
    private final int maxTotal;
    private int numActive;
    private int created;
    private boolean closed;

    BufferPool(int maxTotal) {
        this.maxTotal = maxTotal;
    }

    PooledBuffer borrow() throws InterruptedException {
        synchronized (this) {
            while (true) {
                if (closed) { // safe: close() comes after the join of all borrowers
                    throw new IllegalStateException("pool closed");
                }
                if (!idle.isEmpty()) { // safe: lock held, unlocked access only reads
                    PooledBuffer b = idle.removeFirst(); // race:idle1
                    numActive++; // race:active1
                    b.uses++; // safe: lock held
                    return b;
                }
                if (numActive < maxTotal) { // safe: lock held, unlocked access only reads
                    created++; // safe: lock held
                    numActive++; // race:active2
                    return new PooledBuffer();
                }
                wait();
            }
        }
    }

    void giveBack(PooledBuffer b) {
        b.lastUsed = System.nanoTime(); // safe: borrower still owns it, the lock below publishes (false alarm: what a borrower writes before it gives a buffer back under a lock is not compared with who looks at idle ones)
        synchronized (this) {
            idle.addLast(b); // race:idle2
            numActive--; // race:active3
            notify();
        }
    }

    int getNumActive() {
        return numActive; // race:active1,active2,active3
    }

    synchronized int getCreated() {
        return created; // safe: lock held
    }

    void evict(long maxIdleNanos) {
        if (idle.size() == 0) { // race:idle1,idle2
            return;
        }
        long now = System.nanoTime();
        synchronized (this) {
            Iterator<PooledBuffer> it = idle.iterator();
            while (it.hasNext()) {
                PooledBuffer b = it.next(); // safe: lock held
                if (now - b.lastUsed > maxIdleNanos) { // safe: buffer is idle and the lock is held
                    it.remove(); // safe: lock held, the unlocked size() is in the same thread
                }
            }
        }
    }

    void close() {
        closed = true; // race:closed
    }

    boolean isClosed() {
        return closed; // race:closed
    }
}

class Renderer extends Thread {
    private final BufferPool pool;
    private final String doc;
    int chars;

    Renderer(BufferPool pool, String doc) {
        super("render-" + doc);
        this.pool = pool;
        this.doc = doc;
    }

    @Override
    public void run() {
        try {
            for (int page = 1; page <= 4; page++) {
                PooledBuffer b = pool.borrow();
                StringBuilder sb = b.text;
                sb.setLength(0); // race:text1
                sb.append("<p>").append(doc).append('#').append(page).append("</p>"); // race:text2
                sleep(1);
                Main.OUTPUT.add(sb.toString()); // safe: buffer is still owned
                pool.giveBack(b);
                chars += sb.length(); // race:text1,text2
            }
        } catch (InterruptedException e) {
            interrupt();
        }
    }
}

class Evictor extends Thread {
    private final BufferPool pool;

    Evictor(BufferPool pool) {
        super("evictor");
        this.pool = pool;
    }

    @Override
    public void run() {
        try {
            while (!pool.isClosed()) {
                pool.evict(50_000_000L);
                sleep(2);
            }
        } catch (InterruptedException e) {
            // end
        }
    }
}
