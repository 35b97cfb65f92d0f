package heldout.weblech;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** A generated site: every page links to some others. */
class FakeWeb {

    private final Map<String, List<String>> links = new HashMap<>();

    FakeWeb(int pages) {
        for (int i = 0; i < pages; i++) {
            List<String> out = new ArrayList<>();
            out.add(name((i * 2 + 1) % pages));
            out.add(name((i * 3 + 2) % pages));
            out.add(name(i / 2));
            links.put(name(i), out);
        }
    }

    private static String name(int i) {
        return i == 0 ? "/index.html" : "/page" + i + ".html";
    }

    String get(String url) throws InterruptedException {
        Thread.sleep(3 + Math.abs(url.hashCode() % 6));
        List<String> out = links.get(url); // safe: the map is only read after construction
        StringBuilder html = new StringBuilder("<html>"); // safe: local
        for (String l : out) {
            html.append("<a href=\"").append(l).append("\">x</a>");
        }
        return html.append("</html>").toString();
    }
}
