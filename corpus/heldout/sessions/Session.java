package heldout.sessions;

final class Session {
    final String user;
    long lastSeen;
    int requests;

    Session(String user) {
        this.user = user;
    }

    Session touch(long time) {
        lastSeen = time; // race:lastSeen
        requests++; // safe: only within compute, for one key at a time
        return this;
    }
}
