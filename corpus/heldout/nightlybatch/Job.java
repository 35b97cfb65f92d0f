package heldout.nightlybatch;

/** One unit of nightly work. Some jobs need more than one attempt. */
class Job {
    enum State { WAITING, RUNNING, DONE }

    private final int id;
    private final int neededAttempts;
    private volatile State state = State.WAITING;
    private int attempts;
    private long result;
    private String note = "";

    Job(int id, int neededAttempts) {
        this.id = id;
        this.neededAttempts = neededAttempts;
    }

    int id() {
        return id;
    }

    boolean runOnce() {
        state = State.RUNNING;
        attempts++; // safe: only the worker that took the job from the queue
        return attempts >= neededAttempts; // safe: same worker, hand-over by the queue on retry
    }

    void finish(long value) {
        result = value; // safe: written before the volatile state
        state = State.DONE;
    }

    void annotate(String text) {
        note = text; // race:note
    }

    State state() {
        return state; // safe: volatile
    }

    long result() {
        return result; // safe: callers have seen state == DONE
    }

    String note() {
        return note; // race:note
    }

    int attempts() {
        return attempts; // safe: asked by main after the workers were joined
    }
}
