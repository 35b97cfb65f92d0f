package realistic.weblech;

import java.util.ArrayList;
import java.util.List;

/** Pages that link to others by numbers. */
final class Site {
    private final int pages;
    private int served;
    private int mostLinks;

    Site(int pages) {
        this.pages = pages;
    }

    Page fetch(Link link) {
        List<Link> links = new ArrayList<>();
        int number = link.number();
        for (int next : new int[] {number * 2 + 1, number * 2 + 2, number / 2}) {
            if (next < pages) {
                links.add(new Link(next, link.depth() + 1)); // safe: local
            }
        }
        synchronized (this) {
            served++; // safe: under this
        }
        if (links.size() > mostLinks) { // race:mostLinks
            mostLinks = links.size(); // race:mostLinks
        }
        return new Page(link, links);
    }

    synchronized int served() {
        return served; // safe: under this
    }

    record Link(int number, int depth) {
    }

    record Page(Link link, List<Link> links) {
    }
}
