package heldout.telemetry;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/** Hands a report over with release and acquire. */
final class Mailslot {
    private static final VarHandle READY;
    private static final VarHandle DRAFT;

    static {
        try {
            MethodHandles.Lookup lookup = MethodHandles.lookup();
            READY = lookup.findVarHandle(Mailslot.class, "ready", boolean.class);
            DRAFT = lookup.findVarHandle(Mailslot.class, "draft", boolean.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    private boolean ready;
    private boolean draft;
    private String report = "";
    private String sketch = "";

    void post(String text) {
        report = text; // safe: before the release
        READY.setRelease(this, true); // safe: by the handle
    }

    String poll() {
        if (!(boolean) READY.getAcquire(this)) { // safe: by the handle
            return null;
        }
        return report; // safe: after the acquire
    }

    void postDraft(String text) {
        sketch = text; // race:sketch missed: what is written through a handle counts as volatile, whatever its mode
        DRAFT.setOpaque(this, true); // safe: by the handle
    }

    /** An opaque read orders nothing. */
    String pollDraft() {
        if (!(boolean) DRAFT.getOpaque(this)) { // safe: by the handle
            return null;
        }
        return sketch; // race:sketch missed: as above
    }
}
