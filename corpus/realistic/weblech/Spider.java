package realistic.weblech;

import java.util.ArrayList;
import java.util.List;

/** The threads of the spider all run this one object. */
final class Spider implements Runnable {
    private final Settings settings;
    private final Site site;
    private final Queue queue = new Queue();
    private final List<Thread> threads = new ArrayList<>();
    private boolean quit;
    private int running;
    private int downloading;
    private long lastCheckpoint;
    private int saved;
    private String lastPage = "none";

    Spider(Settings settings, Site site) {
        this.settings = settings;
        this.site = site;
        queue.offer(new Site.Link(0, 0)); // safe: before start
    }

    void start() {
        running = settings.threads; // safe: before start
        for (int i = 0; i < settings.threads; i++) {
            Thread thread = new Thread(this, "spider " + i);
            threads.add(thread); // safe: main's own list
            thread.start();
        }
    }

    @Override
    public void run() {
        while (!quit) { // race:quit
            checkpointIfNeeded();
            Site.Link link;
            synchronized (queue) {
                link = queue.poll();
                if (link == null && downloading == 0) { // safe: under the queue
                    break;
                }
                if (link != null) {
                    downloading++; // safe: under the queue
                }
            }
            if (link == null) {
                Thread.yield();
                continue;
            }
            download(link);
        }
        running--; // race:running
    }

    private void download(Site.Link link) {
        Site.Page page = site.fetch(link);
        lastPage = "page " + link.number(); // race:lastPage
        if (settings.verbose) { // race:verbose
            lastPage = lastPage.toUpperCase(); // race:lastPage
        }
        synchronized (queue) {
            for (Site.Link next : page.links()) {
                if (next.depth() <= settings.depth) { // safe: written before start
                    queue.offer(next);
                }
            }
            downloading--; // safe: under the queue
            saved++; // safe: under the queue
        }
    }

    private void checkpointIfNeeded() {
        if (System.currentTimeMillis() - lastCheckpoint > settings.interval) { // race:lastCheckpoint
            synchronized (queue) {
                if (queue.checkpoint() >= 0) {
                    lastCheckpoint = System.currentTimeMillis(); // race:lastCheckpoint
                }
            }
        }
    }

    void awaitEnd() throws InterruptedException {
        for (Thread thread : threads) { // safe: main's own list
            thread.join();
        }
    }

    void stop() {
        quit = true; // race:quit
    }

    void talkative() {
        settings.verbose = true; // race:verbose
    }

    String status() {
        return running + " running, " + queue.size() + " waiting, " + lastPage; // race:running,lastPage
    }

    int saved() {
        synchronized (queue) {
            return saved; // safe: under the queue
        }
    }
}
