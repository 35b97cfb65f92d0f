package heldout.hedc;

/** Asks one archive; the network is simulated by sleeping. */
class ArchiveTask extends Task {

    private final String archive;
    private final MetaSearchRequest request;
    private final int pages;
    private final long delay;
    private int fetched;

    ArchiveTask(String archive, MetaSearchRequest request, int pages, long delay) {
        this.archive = archive;
        this.request = request;
        this.pages = pages;
        this.delay = delay;
    }

    @Override
    protected void runTask() throws InterruptedException {
        while (fetched < pages && isValid()) { // safe: fetched is used by the running thread only
            Thread.sleep(delay);
            fetched++;
            String title = request.query + " #" + fetched;
            int score = Math.abs((archive + title).hashCode() % 100);
            request.addResult(new MetaSearchResult(archive, title, score));
        }
    }

    @Override
    protected void done() {
        request.finished();
    }
}
