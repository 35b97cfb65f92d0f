package heldout.undostudio;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.IntConsumer;

/** A text document with undo and redo. Editing methods lock the document. */
class Document {
    private final List<String> lines = new ArrayList<>();
    private final Deque<Edit> undo = new ArrayDeque<>();
    private final Deque<Edit> redo = new ArrayDeque<>();
    private final List<IntConsumer> listeners = new CopyOnWriteArrayList<>();
    private volatile int revision;
    private boolean dirty;

    interface Edit {
        void apply(List<String> target);

        void revert(List<String> target);
    }

    static final class Append implements Edit {
        private final String text;

        Append(String text) {
            this.text = text;
        }

        @Override
        public void apply(List<String> target) {
            target.add(text); // race:lines
        }

        @Override
        public void revert(List<String> target) {
            target.remove(target.size() - 1); // race:lines
        }
    }

    void onChange(IntConsumer listener) {
        listeners.add(listener); // safe: copy-on-write list
    }

    void perform(Edit edit) {
        synchronized (this) {
            edit.apply(lines);
            undo.push(edit); // safe: document monitor
            redo.clear(); // safe: document monitor
            dirty = true; // race:dirty
            revision++; // safe: volatile, and writers hold the monitor
        }
        notifyListeners();
    }

    boolean undo() {
        synchronized (this) {
            if (undo.isEmpty()) { // safe: document monitor
                return false;
            }
            Edit last = undo.pop();
            last.revert(lines);
            redo.push(last);
            revision++;
        }
        notifyListeners();
        return true;
    }

    synchronized boolean redo() {
        Edit next = redo.poll(); // safe: document monitor
        if (next == null) {
            return false;
        }
        next.apply(lines);
        undo.push(next);
        revision++;
        return true;
    }

    private void notifyListeners() {
        int current = revision; // safe: volatile
        for (IntConsumer l : listeners) { // safe: copy-on-write iteration
            l.accept(current);
        }
    }

    List<String> getLines() {
        return lines;
    }

    synchronized List<String> snapshot() {
        return new ArrayList<>(lines); // safe: all writers hold the same monitor
    }

    synchronized int undoDepth() {
        return undo.size(); // safe: document monitor
    }

    boolean isDirty() {
        return dirty; // race:dirty
    }

    synchronized void markSaved() {
        dirty = false; // race:dirty
    }

    int revision() {
        return revision;
    }
}
