// jdk: 25 preview
package threads.structured;

import java.util.concurrent.StructuredTaskScope;
import java.util.concurrent.StructuredTaskScope.Subtask;

/** A page is put together by subtasks of a scope: what they return or leave is safe after join, not before. */
public final class Main {
    static final class Page {
        String header;
        String body;
        int fetched;
        int bytes;
        int retries;
    }

    static String fetch(Page page, String part) {
        page.fetched++; // race:fetched
        synchronized (page) {
            page.bytes += part.length(); // safe: under the page
        }
        return "<" + part + ">";
    }

    public static void main(String[] args) throws Exception {
        Page page = new Page();
        page.retries = 3; // safe: before the forks
        try (var scope = StructuredTaskScope.open()) {
            Subtask<String> header = scope.fork(() -> {
                page.header = fetch(page, "header"); // safe: read after join
                return page.header;
            });
            Subtask<String> body = scope.fork(() -> {
                page.body = fetch(page, "body"); // safe: read after join
                return page.body + page.retries; // safe: written before the fork
            });
            int early = page.fetched; // race:fetched
            scope.join();
            System.out.println(header.get() + body.get());
            System.out.println(page.header.length() + page.body.length()); // safe: after join
            if (early > 2 || page.fetched == 0 || page.bytes != 10) { // safe: after join
                throw new AssertionError();
            }
        }
    }
}
