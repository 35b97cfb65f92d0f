package library.session;

import java.util.ArrayList;
import java.util.List;

/**
 * A session belongs to the thread that opened it, as a connection to a database does. What it synchronises, it does for its own
 * house-keeping: nobody can call that from outside.
 */
public final class Session {
    private final List<String> open = new ArrayList<>();
    private int commands;
    private boolean isDirty;

    public void execute(String command) {
        commands++; // safe: one thread uses a session
        isDirty = true; // safe: one thread uses a session
        track(command);
    }

    public void commit() {
        if (isDirty) { // safe: one thread uses a session
            closeAll();
            isDirty = false; // safe: one thread uses a session
        }
    }

    public int commands() {
        return commands; // safe: one thread uses a session
    }

    private synchronized void track(String command) {
        open.add(command); // safe: under the session
    }

    private synchronized void closeAll() {
        open.clear(); // safe: under the session
    }
}
