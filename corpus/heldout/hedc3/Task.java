package heldout.hedc3;

import java.text.SimpleDateFormat;
import java.util.ArrayList;
import java.util.Date;
import java.util.List;
import java.util.concurrent.CountDownLatch;

/** One query against one archive. */
class Task implements Runnable {
    private static final SimpleDateFormat STAMP = new SimpleDateFormat("yyyy-MM-dd'T'HH:mm:ss");

    private final String archive;
    private final String event;
    private final long latency;
    private final CountDownLatch allDone;
    private Thread runner;
    private boolean valid = true;
    private List<String> hits;
    private volatile boolean finished;

    Task(String archive, String event, long latency, CountDownLatch allDone) {
        this.archive = archive;
        this.event = event;
        this.latency = latency;
        this.allDone = allDone;
    }

    @Override
    public void run() {
        runner = Thread.currentThread(); // race:runner1
        try {
            if (valid) { // race:valid
                hits = query(); // safe: published by the volatile finished
            }
        } catch (InterruptedException e) {
            hits = new ArrayList<>(); // safe: published by the volatile finished
        } finally {
            runner = null; // race:runner2
            finished = true; // safe: volatile
            allDone.countDown();
        }
    }

    private List<String> query() throws InterruptedException {
        List<String> out = new ArrayList<>();
        long base = event.hashCode() * 1000L;
        for (int i = 0; i < 3; i++) {
            Thread.sleep(latency);
            Date when = new Date(base + i * 60_000L);
            String stamp = STAMP.format(when); // race:stamp
            out.add(archive + "/" + event + "@" + stamp); // safe: local until stored
        }
        return out;
    }

    boolean isFinished() {
        return finished; // safe: volatile
    }

    List<String> getHits() {
        return hits; // safe: only called after isFinished()
    }

    String getArchive() {
        return archive;
    }

    void cancel() {
        valid = false; // race:valid
        Thread t = runner; // race:runner1,runner2
        if (t != null) {
            t.interrupt();
        }
    }
}
