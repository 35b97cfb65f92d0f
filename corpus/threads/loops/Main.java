package threads.loops;

import java.util.ArrayList;
import java.util.List;

/** Crawlers made in a loop: what each has for itself, and what all of them have together. */
public final class Main {
    static final class Statistics {
        int pages;
        int errors;
    }

    static final class Crawler implements Runnable {
        private final Statistics own = new Statistics();
        private final Statistics shared;
        private final List<String> found = new ArrayList<>();
        private String state = "new";

        Crawler(Statistics shared) {
            this.shared = shared;
        }

        @Override
        public void run() {
            state = "running"; // safe: its own field, read after join
            for (int i = 0; i < 10; i++) {
                own.pages++; // safe: one object for each crawler
                found.add("page " + i); // safe: one list for each crawler
                shared.pages++; // race:pages
                if (i == 9) {
                    synchronized (shared) {
                        shared.errors++; // safe: under the shared statistics
                    }
                }
            }
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Statistics shared = new Statistics();
        List<Crawler> crawlers = new ArrayList<>();
        List<Thread> threads = new ArrayList<>();
        Crawler twice = new Crawler(new Statistics());
        for (int i = 0; i < 3; i++) {
            Crawler crawler = new Crawler(shared);
            crawlers.add(crawler); // safe: main's own list
            Thread thread = new Thread(crawler);
            threads.add(thread);
            thread.start();
        }
        twice.run();
        for (Thread thread : threads) {
            thread.join();
        }
        int pages = twice.own.pages;
        for (Crawler crawler : crawlers) {
            pages += crawler.own.pages + crawler.found.size(); // safe: after join
        }
        System.out.println(pages + " " + shared.errors); // safe: after join
        if (shared.pages == 0) { // safe: after join
            throw new AssertionError();
        }
    }
}
