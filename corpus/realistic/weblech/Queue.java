package realistic.weblech;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashSet;
import java.util.Set;

/** Links that are yet to be loaded. It does not lock: the spider does, almost always. */
final class Queue {
    private final Deque<Site.Link> links = new ArrayDeque<>();
    private final Set<Integer> known = new HashSet<>();
    private int queued;
    private int checkpoints;

    void offer(Site.Link link) {
        if (known.add(link.number())) { // safe: the caller holds the queue
            links.addLast(link); // race:links
            queued++; // safe: the caller holds the queue
        }
    }

    Site.Link poll() {
        return links.pollFirst(); // race:links
    }

    int size() {
        return links.size(); // race:links
    }

    int checkpoint() {
        checkpoints++; // safe: the caller holds the queue
        return queued + known.size(); // safe: the caller holds the queue
    }
}
