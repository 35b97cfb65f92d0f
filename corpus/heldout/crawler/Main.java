// jdk: 21
package heldout.crawler;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;

/** A thread for each page. */
public final class Main {
    private final Frontier frontier = new Frontier();
    private final AtomicInteger bytes = new AtomicInteger();
    private Page home;
    private int followed;

    private int crawl(int number) {
        String url = "/" + number % 20;
        if (!frontier.claim(url)) {
            return 0;
        }
        Page page = new Page(url);
        page.load(number % 20);
        bytes.addAndGet(page.size()); // safe: atomic
        frontier.store(page);
        home.promote();
        return page.links().size(); // safe: the page is not changed any more
    }

    private void run() throws Exception {
        home = new Page("/home"); // safe: before any task is submitted
        List<Future<Integer>> results = new ArrayList<>();
        Thread watcher;
        try (ExecutorService pool = Executors.newVirtualThreadPerTaskExecutor()) {
            for (int i = 0; i < 60; i++) {
                int number = i;
                results.add(pool.submit(() -> crawl(number)));
            }
            watcher = Thread.ofVirtual().name("watcher").start(() -> {
                if (frontier.loaded() < 0) {
                    throw new IllegalStateException();
                }
            });
            for (Future<Integer> result : results) {
                followed += result.get(); // safe: this thread alone
            }
        }
        watcher.join();
        int sizes = 0;
        for (int i = 0; i < 20; i++) {
            sizes += frontier.page("/" + i).size();
        }
        System.out.println(followed + " " + frontier.loaded() + " " + frontier.duplicates()); // safe: the pool is closed
        System.out.println((sizes == bytes.get()) + " " + (home.rank() > 0));
    }

    public static void main(String[] args) throws Exception {
        new Main().run();
    }
}
