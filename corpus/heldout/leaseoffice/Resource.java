package heldout.leaseoffice;

/** Something that one client at a time may hold, e.g. a lab instrument. */
final class Resource {
    private final String name;
    private int uses;
    private String lastUser = "nobody";

    Resource(String name) {
        this.name = name;
    }

    void use(String user) {
        uses++; // safe: only the lease holder touches it, hand-over under the office lock
        lastUser = user; // safe: same, one holder at a time
    }

    String name() {
        return name;
    }

    int uses() {
        return uses; // safe: called after the pool has terminated
    }

    String lastUser() {
        return lastUser; // safe: called after the pool has terminated
    }
}
