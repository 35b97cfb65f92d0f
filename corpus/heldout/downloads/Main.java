package heldout.downloads;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/** Downloads as chains of futures; what the stages write beside their results is shared. */
public class Main {
    static class Page {
        final String url;
        String body;
        int links;

        Page(String url) {
            this.url = url;
        }
    }

    private final List<String> visited = new ArrayList<>();
    private int totalLinks;
    private int failures;

    Page fetch(String url) {
        Page page = new Page(url);
        page.body = "<a><a>" + url; // safe: nobody has it yet
        return page;
    }

    CompletableFuture<Page> download(String url) {
        return CompletableFuture.supplyAsync(() -> fetch(url))
                .thenApply(page -> {
                    page.links = page.body.split("<a>").length - 1; // safe: the stage before has ended
                    return page;
                })
                .whenComplete((page, error) -> {
                    if (error != null) {
                        failures++; // race:failures
                    } else {
                        visited.add(page.url); // race:visited
                    }
                });
    }

    public static void main(String[] args) {
        Main crawler = new Main();
        List<CompletableFuture<Page>> pages = new ArrayList<>();
        for (int i = 0; i < 10; i++) {
            pages.add(crawler.download("u" + i));
        }
        CompletableFuture<Void> all = CompletableFuture.allOf(pages.toArray(new CompletableFuture[0]));
        all.thenRun(() -> {
            for (CompletableFuture<Page> page : pages) {
                crawler.totalLinks += page.join().links; // safe: one stage after all others
            }
        }).join();
        System.out.println(crawler.totalLinks); // safe: after join
        if (crawler.failures > 0 || crawler.visited.size() > 10) { // safe: all stages are complete
            throw new AssertionError();
        }
    }
}
