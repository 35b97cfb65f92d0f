package heldout.hedc2;

import java.text.SimpleDateFormat;
import java.util.Date;

/** A cancellable unit of search work, executed by one pool thread. */
abstract class Task implements Runnable {

    private static final SimpleDateFormat STAMP = new SimpleDateFormat("yyyy-MM-dd HH:mm");

    private final MetaSearchRequest request;
    protected final String site;
    private Thread thread;
    private boolean valid = true;
    private String result;

    Task(MetaSearchRequest request, String site) {
        this.request = request;
        this.site = site;
    }

    @Override
    public final void run() {
        thread = Thread.currentThread(); // race:begin
        try {
            String found = runImpl();
            if (found != null) {
                result = found; // race:result
            }
        } catch (InterruptedException e) {
            // cancelled while waiting for the site
        } finally {
            thread = null; // race:end
            request.countDown();
        }
    }

    protected abstract String runImpl() throws InterruptedException;

    protected boolean isValid() {
        return valid; // race:valid
    }

    void cancel() {
        valid = false; // race:valid
        Thread t = thread; // race:begin,end
        if (t != null) {
            t.interrupt(); // safe: t is a local copy
        }
    }

    String getResult() {
        return result; // race:result
    }

    protected static String stamp(long millis) {
        return STAMP.format(new Date(millis)); // race:format
    }
}
