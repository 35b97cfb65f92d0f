package heldout.crawler;

import java.util.ArrayList;
import java.util.List;

final class Page {
    private final String url;
    private final List<String> links = new ArrayList<>();
    private int size;
    private int rank;

    Page(String url) {
        this.url = url;
    }

    void load(int number) {
        size = 100 + number; // safe: before anybody else knows the page
        for (int i = 1; i <= 3; i++) {
            links.add("/" + number * 3 % 50 + i); // safe: before anybody else knows the page
        }
    }

    String url() {
        return url;
    }

    List<String> links() {
        return links;
    }

    int size() {
        return size; // safe: loaded before the page was stored
    }

    void promote() {
        rank++; // race:rank
    }

    int rank() {
        return rank; // safe: asked when the pool is closed
    }
}
