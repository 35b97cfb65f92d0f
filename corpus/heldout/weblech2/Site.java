package heldout.weblech2;

import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The "web": a fixed link graph. */
public class Site {

    private final Map<String, List<String>> pages = new HashMap<>();

    public Site() {
        page("/index", "/a", "/b", "/about");
        page("/a", "/a/1", "/a/2", "/index");
        page("/b", "/b/1", "/a", "http://elsewhere/");
        page("/about", "/index");
        page("/a/1", "/a/2");
        page("/a/2", "/b/1");
        page("/b/1");
    }

    private void page(String url, String... links) {
        pages.put(url, List.of(links));
    }

    public List<String> linksOf(String url) {
        return pages.getOrDefault(url, List.of()); // safe: read-only after construction
    }
}
