package heldout.gaugehouse;

/** Fake request handler that measures itself. */
public class Endpoint implements Runnable {
    private static final int REQUESTS = 300;
    private final int shard;
    private long worked;

    public Endpoint(int shard) {
        this.shard = shard;
    }

    @Override
    public void run() {
        Registry registry = Registry.get();
        for (int i = 1; i <= REQUESTS; i++) {
            int cost = 1 + (i * 7 + shard) % 90;
            worked += cost; // safe: one endpoint object per task
            registry.stopwatch("route." + i % 12).record(cost);
            registry.histogram("size." + i % 3).record(cost);
            if (i % 100 == 0) {
                pause();
            }
        }
    }

    private static void pause() {
        try {
            Thread.sleep(2);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    public long worked() {
        return worked; // safe: asked after the future is done
    }
}
