package heldout.weblech;

/** Settings of a crawl; filled in before the spider starts. */
class SpiderConfig {
    String start;
    int maxDepth;
    int threads;

    SpiderConfig(String start, int maxDepth, int threads) {
        this.start = start; // safe: not changed after the threads start
        this.maxDepth = maxDepth;
        this.threads = threads;
    }
}
