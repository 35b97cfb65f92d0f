package heldout.renderer;

import java.util.ArrayDeque;
import java.util.Deque;

final class BuilderPool {
    private final Deque<Frame.Builder> idle = new ArrayDeque<>();
    private int created;
    private Frame.Builder latest;

    Frame.Builder borrow() {
        synchronized (idle) {
            Frame.Builder builder = idle.pollFirst(); // safe: under itself
            if (builder == null) {
                created++; // safe: under idle
                builder = new Frame.Builder();
            }
            return builder;
        }
    }

    void giveBack(Frame.Builder builder) {
        latest = builder; // race:latest
        synchronized (idle) {
            idle.addFirst(builder); // safe: under itself
        }
    }

    boolean leaked() {
        synchronized (idle) {
            return latest == null || created != idle.size(); // safe: asked when all painters have ended
        }
    }
}
