package heldout.telemetry;

/** A daemon that never stops; the virtual machine ends without asking it. */
final class Sampler extends Thread {
    private final Meter meter;
    private long latest;
    private volatile long published;

    Sampler(Meter meter) {
        super("sampler");
        this.meter = meter;
        setDaemon(true);
    }

    @Override
    public void run() {
        while (true) {
            latest = meter.exactTotal(); // race:latest
            published = latest; // safe: volatile
            try {
                Thread.sleep(1);
            } catch (InterruptedException e) {
                return;
            }
        }
    }

    long latest() {
        return latest; // race:latest
    }

    long published() {
        return published; // safe: volatile
    }
}
