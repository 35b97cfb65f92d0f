package heldout.hedc2;

import java.util.concurrent.atomic.AtomicInteger;

/** Pretends to page through the catalogue of a solar observation archive. */
class ArchiveTask extends Task {

    private static final AtomicInteger pagesRead = new AtomicInteger();

    private final String query;
    private final int pages;
    private final long delay;
    private int hits;

    ArchiveTask(MetaSearchRequest request, String site, int pages, long delay) {
        super(request, site);
        this.query = request.getQuery();
        this.pages = pages;
        this.delay = delay;
    }

    @Override
    protected String runImpl() throws InterruptedException {
        for (int page = 0; page < pages; page++) {
            if (!isValid()) {
                return null;
            }
            Thread.sleep(delay);
            pagesRead.incrementAndGet();
            hits += (query.hashCode() + site.hashCode() * page) & 3; // safe: only the pool thread running this task
        }
        String date = stamp(1_000_000_000L * pages);
        return site + " " + date + " hits=" + hits; // safe: only the pool thread running this task
    }

    static int totalPages() {
        return pagesRead.get();
    }
}
