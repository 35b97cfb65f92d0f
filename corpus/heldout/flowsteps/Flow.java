package heldout.flowsteps;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;

/** One running instance of a workflow. */
final class Flow {
    enum State { NEW, RUNNING, WAITING, DONE, FAILED }

    private final int id;
    private final AtomicReference<State> state = new AtomicReference<>(State.NEW);
    private final Map<String, Integer> variables = new HashMap<>();
    private final Map<String, Integer> forkResults = new HashMap<>();
    private final List<String> history = Collections.synchronizedList(new ArrayList<>());
    private int stepIndex;
    private String failure;

    Flow(int id) {
        this.id = id;
        variables.put("id", id); // safe: constructor, before the flow is submitted
    }

    int id() {
        return id;
    }

    State state() {
        return state.get();
    }

    boolean move(State from, State to) {
        if (state.compareAndSet(from, to)) {
            history.add(from + "->" + to); // race:history
            return true;
        }
        return false;
    }

    void note(String text) {
        history.add(text); // race:history
    }

    /** Sequential steps are chained by executor submissions. */
    void set(String name, int value) {
        variables.put(name, value); // safe: steps of one flow follow each other (false alarm: which flow a step works on is not known, since branches have it, too)
    }

    int get(String name) {
        return variables.getOrDefault(name, 0); // safe: steps of one flow follow each other, branches only read (false alarm: as above)
    }

    void putForkResult(String name, int value) {
        forkResults.put(name, value); // race:forkResults
    }

    int forkCount() {
        return forkResults.size(); // safe: runs after both branches were joined (false alarm: as above)
    }

    int nextStep() {
        return stepIndex++; // safe: one step at a time, ordered by submit (false alarm: as above)
    }

    void fail(String why) {
        failure = why; // safe: published by the volatile write in the next line (false alarm: as above)
        state.set(State.FAILED);
    }

    String failure() {
        if (state.get() != State.FAILED) {
            return "none";
        }
        return failure; // safe: read after seeing FAILED
    }

    boolean visited(String text) {
        for (String h : history) { // race:history
            if (text.equals(h)) {
                return true;
            }
        }
        return false;
    }

    List<String> historyCopy() {
        synchronized (history) {
            List<String> copy = new ArrayList<>();
            for (String h : history) { // safe: holds the wrapper's monitor
                copy.add(h);
            }
            return copy;
        }
    }
}
