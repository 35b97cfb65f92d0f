package heldout.weblech2;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Downloads everything reachable from the start page with a couple of threads. */
public class Spider implements Runnable {

    private final SpiderConfig config;
    private final Site site;
    private final Deque<String> queue = new ArrayDeque<>();
    private final Set<String> scheduled = new HashSet<>();
    private final List<String> saved = new ArrayList<>();

    private int downloadsInProgress;
    private long bytes;
    private int running;
    private boolean quit;

    public Spider(SpiderConfig config, Site site) {
        this.config = config;
        this.site = site;
    }

    public void start() {
        String first = config.getStartPage();
        queue.addLast(first); // safe: the download threads are not started yet
        scheduled.add(first);
        for (int i = 0; i < config.getThreads(); i++) {
            Thread t = new Thread(this, "spider-" + i);
            t.setDaemon(true);
            t.start();
        }
    }

    public void stop() {
        quit = true; // race:quit
    }

    public boolean isRunning() {
        return running > 0; // race:running
    }

    @Override
    public void run() {
        running++; // race:running
        while (queueSize() > 0 || inProgress() > 0) {
            if (quit) { // race:quit
                break;
            }
            String url = next();
            if (url == null) {
                pause(config.getPollMillis());
                continue;
            }
            List<String> links = download(url);
            finished(url, links);
        }
        running--; // race:running
    }

    private int queueSize() {
        synchronized (queue) {
            return queue.size(); // safe: guarded by queue
        }
    }

    private int inProgress() {
        return downloadsInProgress; // race:opened,closed
    }

    private String next() {
        synchronized (queue) {
            String url = queue.pollFirst(); // safe: guarded by queue
            if (url != null) {
                downloadsInProgress++; // race:opened
            }
            return url;
        }
    }

    private List<String> download(String url) {
        pause(config.getLatencyMillis());
        return site.linksOf(url);
    }

    private void finished(String url, List<String> links) {
        synchronized (queue) {
            downloadsInProgress--; // race:closed
            saved.add(url); // race:saved
            bytes += 100L * url.length(); // safe: guarded by queue
            for (String link : links) {
                if (link.startsWith(config.getPrefix()) && scheduled.add(link)) { // safe: guarded by queue
                    queue.addLast(link);
                }
            }
        }
    }

    private static void pause(long millis) {
        try {
            Thread.sleep(millis);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    public int getSavedCount() {
        return saved.size(); // race:saved
    }

    public long getBytes() {
        synchronized (queue) {
            return bytes; // safe: guarded by queue
        }
    }
}
