package library.session;

/** Counts the sessions that were opened; this is what threads share. */
public final class Sessions {
    private int opened;
    private int closed;

    public synchronized Session open() {
        opened++; // safe: under the sessions
        return new Session();
    }

    public void close(Session session) {
        session.commit();
        closed++; // race:closed
    }

    public synchronized int opened() {
        return opened; // safe: under the sessions
    }
}
