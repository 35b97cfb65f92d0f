package realistic.pool;

import java.util.Timer;
import java.util.TimerTask;

/** Throws away what nobody has used for long. */
final class Evictor extends TimerTask {
    private final ObjectPool<Connection> pool;
    private final Timer timer = new Timer("evictor", true);
    private int runs;

    Evictor(ObjectPool<Connection> pool) {
        this.pool = pool;
    }

    void begin() {
        timer.schedule(this, 0, 1);
    }

    @Override
    public void run() {
        runs++; // safe: only the timer's thread
        pool.evict();
    }

    void end() {
        timer.cancel();
        pool.close();
    }
}
