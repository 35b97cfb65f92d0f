package heldout.weblech;

import java.text.DateFormat;
import java.text.SimpleDateFormat;
import java.util.Collections;
import java.util.Date;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The crawler; one instance is run by all threads. */
class Spider implements Runnable {

    private static final Pattern HREF = Pattern.compile("href=\"([^\"]+)\"");
    private static final DateFormat STAMP = new SimpleDateFormat("HH:mm:ss.SSS");

    private final FakeWeb web;
    private final SpiderConfig config;
    private final DownloadQueue queue = new DownloadQueue();
    private final Map<String, Integer> sizes = Collections.synchronizedMap(new HashMap<>());
    private final AtomicInteger pages = new AtomicInteger();
    private long bytes;
    private int downloadsInProgress;
    private boolean quit;

    Spider(FakeWeb web, SpiderConfig config) {
        this.web = web;
        this.config = config;
        queue.offer(config.start, 0);
    }

    @Override
    public void run() {
        log("started");
        while ((queueSize() > 0 || downloading()) && !quit) { // race:quit
            try {
                DownloadQueue.Entry entry;
                synchronized (queue) {
                    entry = queue.next();
                    if (entry != null) {
                        downloadsInProgress++; // race:dl1
                    }
                }
                if (entry == null) {
                    Thread.sleep(2);
                    continue;
                }
                try {
                    download(entry);
                } finally {
                    synchronized (queue) {
                        downloadsInProgress--; // race:dl2
                    }
                }
            } catch (InterruptedException e) {
                break;
            }
        }
        log("finished");
    }

    private void download(DownloadQueue.Entry entry) throws InterruptedException {
        String html = web.get(entry.url);
        pages.incrementAndGet(); // safe: atomic
        sizes.put(entry.url, html.length()); // safe: synchronized map
        synchronized (this) {
            bytes += html.length(); // safe: guarded by this
        }
        if (entry.depth >= config.maxDepth) { // safe: config is not changed any more
            return;
        }
        Matcher m = HREF.matcher(html);
        while (m.find()) {
            synchronized (queue) {
                queue.offer(m.group(1), entry.depth + 1);
            }
        }
    }

    private int queueSize() {
        synchronized (queue) {
            return queue.size(); // safe: guarded by the queue
        }
    }

    private boolean downloading() {
        return downloadsInProgress > 0; // race:dl1,dl2
    }

    void stop() {
        quit = true; // race:quit
    }

    private void log(String what) {
        String time = STAMP.format(new Date()); // race:stamp
        System.out.println(time + " " + Thread.currentThread().getName() + " " + what);
    }

    int pages() {
        return pages.get();
    }

    synchronized long bytes() {
        return bytes; // safe: guarded by this
    }

    Map<String, Integer> sizes() {
        return sizes;
    }
}
