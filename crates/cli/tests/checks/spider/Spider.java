import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;

/** Workers take pages from a queue; only the queue is guarded. */
public final class Spider implements Runnable {
    private final Queue<String> queue = new ArrayDeque<>();
    private final List<String> seen = new ArrayList<>();
    private long lastCheckpoint;
    private int pages;

    @Override
    public void run() {
        String page;
        while ((page = next()) != null) {
            visit(page);
        }
    }

    private String next() {
        synchronized (queue) {
            return queue.poll();
        }
    }

    private void visit(String page) {
        long now = System.currentTimeMillis();
        if (now - lastCheckpoint > 1000) {
            synchronized (queue) {
                lastCheckpoint = now;
            }
        }
        seen.add(page);
        count();
    }

    private synchronized void count() {
        pages++;
    }

    public static void main(String[] args) {
        Spider spider = new Spider();
        spider.queue.add("index.html");
        for (int i = 0; i < 4; i++) {
            new Thread(spider).start();
        }
    }
}
