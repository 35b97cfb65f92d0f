package heldout.leaseoffice;

final class Lease implements AutoCloseable {
    private final LeaseOffice office;
    private final long id;
    private final String holder;
    private final Resource resource;
    private long renewedAt;
    private boolean open = true;

    Lease(LeaseOffice office, long id, String holder, Resource resource, long now) {
        this.office = office;
        this.id = id;
        this.holder = holder;
        this.resource = resource;
        this.renewedAt = now;
    }

    long id() {
        return id;
    }

    String holder() {
        return holder;
    }

    Resource resource() {
        return resource;
    }

    /** Caller holds the office lock. */
    void touch(long now) {
        renewedAt = now; // safe: office lock held by LeaseOffice.renew
    }

    /** Caller holds the office lock. */
    boolean overdue(long now, long ttl) {
        return now - renewedAt > ttl; // safe: office lock held by LeaseOffice.auditOverdue
    }

    void work(String what) {
        if (!open) { // safe: confined to the holder's thread
            throw new IllegalStateException("lease " + id + " is closed, cannot " + what);
        }
        resource.use(holder);
    }

    @Override
    public void close() {
        if (open) {
            open = false; // safe: confined to the holder's thread
            office.release(this);
        }
    }
}
