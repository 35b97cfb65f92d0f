package heldout.alertrouter;

import java.text.SimpleDateFormat;
import java.util.Date;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;

abstract class Channel implements Runnable {
    private static final SimpleDateFormat STAMP = new SimpleDateFormat("HH:mm:ss");

    protected final Router router;
    private final int slot;
    private final BlockingQueue<Alert> inbox = new LinkedBlockingQueue<>();
    private boolean muted;
    protected int delivered;

    Channel(Router router, int slot) {
        this.router = router;
        this.slot = slot;
    }

    abstract boolean deliver(Alert alert, String stamp);

    abstract String name();

    void offer(Alert alert) {
        inbox.add(alert);
    }

    void mute(boolean on) {
        muted = on; // race:muted
    }

    private static String stamp(long millis) {
        try {
            return STAMP.format(new Date(millis)); // race:stamp
        } catch (RuntimeException e) {
            return "??:??:??";
        }
    }

    @Override
    public void run() {
        try {
            for (Alert alert = inbox.take(); alert != Alert.STOP; alert = inbox.take()) {
                alert.with("via", name());
                if (!deliver(alert, stamp(alert.millis()))) {
                    router.failed(name() + ":" + alert.topic());
                }
                boolean silent = muted; // race:muted
                alert.receipt().acknowledge(slot, silent ? "silent" : alert.attribute("via"));
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    int deliveredCount() {
        return delivered; // safe: main asks after joining the channel's thread
    }
}
