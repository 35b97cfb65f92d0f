package loops.asyncloops;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** Pages are fetched by loops that start a task for each element: the loop is sequential, its tasks are not. */
public final class Main {
    static final class Page {
        final int number;
        String content;
        int fetched;
        int parsed;

        Page(int number) {
            this.number = number;
        }
    }

    static final class Crawl {
        int pages;
        int links;
        int errors;
        int rounds;
        int sequential;
        final List<String> seen = new ArrayList<>(512);
    }

    static List<String> fetch(List<Page> pages, Crawl crawl, ExecutorService pool) {
        List<CompletableFuture<String>> futures = pages.stream().map(page -> {
            crawl.sequential++; // safe: the stream itself is not parallel
            return CompletableFuture.supplyAsync(() -> {
                page.content = "content " + page.number; // safe: one page for each task
                page.fetched++; // safe: one page for each task
                crawl.pages++; // race:pages
                return page.content; // safe: one page for each task
            }, pool);
        }).collect(Collectors.toList());
        return futures.stream().map(CompletableFuture::join).collect(Collectors.toList());
    }

    static int parse(List<Page> pages, Crawl crawl, ExecutorService pool) throws Exception {
        List<Future<Integer>> results = new ArrayList<>();
        for (Page page : pages) {
            results.add(pool.submit(() -> {
                page.parsed = page.content.length(); // safe: one page for each task, fetched before
                crawl.seen.add(page.content); // race:seen
                synchronized (crawl) {
                    crawl.links += 2; // safe: under the crawl
                }
                return page.parsed; // safe: one page for each task
            }));
        }
        crawl.rounds++; // safe: the tasks do not touch it
        int sum = 0;
        for (Future<Integer> result : results) {
            sum += result.get();
        }
        return sum;
    }

    static int lazily(List<Page> pages, Crawl crawl, ExecutorService pool) {
        return pages.stream().map(page -> CompletableFuture.supplyAsync(() -> {
            crawl.errors++; // safe: the stream joins each task before it starts the next
            return page.number;
        }, pool)).mapToInt(CompletableFuture::join).sum();
    }

    public static void main(String[] args) throws Exception {
        List<Page> pages = IntStream.range(0, 40).mapToObj(Page::new).collect(Collectors.toList());
        Crawl crawl = new Crawl();
        ExecutorService pool = Executors.newFixedThreadPool(3);
        List<String> contents = fetch(pages, crawl, pool);
        int length = parse(pages, crawl, pool);
        int numbers = lazily(pages, crawl, pool);
        int[] last = new int[1];
        for (int i = 0; i < 10; i++) {
            int current = i;
            pool.execute(() -> last[0] = current); // race:last
        }
        pool.shutdown();
        if (!pool.awaitTermination(5, TimeUnit.SECONDS)) {
            throw new AssertionError();
        }
        int fetched = pages.stream().mapToInt(page -> page.fetched).sum(); // safe: all tasks are joined
        System.out.println(contents.get(39) + " " + length + " " + numbers + " " + fetched + " " + crawl.links); // safe: all tasks are joined
        System.out.println(crawl.sequential + " " + crawl.rounds + " " + crawl.errors); // safe: all tasks are joined
        if (crawl.pages > 40 || crawl.seen.size() > 40 || last[0] > 9) { // safe: the pool has ended
            throw new AssertionError();
        }
    }
}
