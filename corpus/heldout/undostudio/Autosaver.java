package heldout.undostudio;

import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;

/** Saves the document in the background whenever it was changed. */
final class Autosaver implements Runnable {
    private final Document document;
    private final int rounds;
    private final BlockingQueue<StringBuilder> saved = new LinkedBlockingQueue<>();
    private int conflicts;

    Autosaver(Document document, int rounds) {
        this.document = document;
        this.rounds = rounds;
    }

    @Override
    public void run() {
        for (int i = 0; i < rounds; i++) {
            if (document.isDirty()) {
                save();
            }
            Thread.yield();
        }
        StringBuilder end = new StringBuilder("<end>");
        saved.add(end); // safe: queue hands the builder over
    }

    private void save() {
        StringBuilder out = new StringBuilder();
        try {
            for (String line : document.getLines()) { // race:lines
                out.append(line).append('\n'); // safe: local until queued
            }
            document.markSaved();
            saved.add(out);
        } catch (RuntimeException e) {
            conflicts++; // safe: main reads it after join
        }
    }

    BlockingQueue<StringBuilder> saved() {
        return saved;
    }

    int conflicts() {
        return conflicts; // safe: after join
    }
}
