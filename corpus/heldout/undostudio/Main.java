package heldout.undostudio;

import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;

public class Main {
    private static final int EDITS = 60;

    /** A user typing into one of the windows. */
    static final class Writer extends Thread {
        private final Document document;
        private final Clipboard clipboard = new Clipboard();
        private int undone;
        private int pasted;

        Writer(String name, Document document) {
            super(name);
            this.document = document;
        }

        @Override
        public void run() {
            for (int i = 0; i < EDITS; i++) {
                document.perform(new Document.Append(getName() + ":" + i));
                if (i % 10 == 9) {
                    clipboard.copy(getName() + i);
                    if (document.undo()) {
                        undone++; // safe: own thread, main reads it after join
                    }
                }
                if (i % 15 == 14 && !clipboard.paste().isEmpty()) {
                    pasted++; // safe: own thread, main reads it after join
                }
            }
        }
    }

    private static int checkSpelling(Document document) {
        int words = 0;
        List<String> copy = document.snapshot();
        for (String line : copy) { // safe: private copy
            words += line.isBlank() ? 0 : 1;
        }
        return words;
    }

    public static void main(String[] args) throws InterruptedException {
        Document document = new Document();
        AtomicInteger events = new AtomicInteger();
        int[] lastSeen = new int[1];
        document.onChange(rev -> events.incrementAndGet());
        document.onChange(rev -> {
            synchronized (lastSeen) {
                lastSeen[0] = Math.max(lastSeen[0], rev); // safe: monitor of the array
            }
        });

        Writer ann = new Writer("ann", document);
        Writer bob = new Writer("bob", document);
        Autosaver autosaver = new Autosaver(document, 200);
        Thread saver = new Thread(autosaver, "autosave");
        ann.start();
        bob.start();
        saver.start();

        int early = checkSpelling(document);
        int pending = document.isDirty() ? 1 : 0;

        ann.join();
        bob.join();
        int left = document.snapshot().size();
        int depth = document.undoDepth();
        saver.join();

        int undone = ann.undone + bob.undone; // safe: after join
        int pasted = ann.pasted + bob.pasted; // safe: after join
        StringBuilder head = autosaver.saved().take();
        head.append("!"); // safe: taken from the queue
        System.out.println("undone " + undone + ", pasted " + pasted + ", left " + left + ", depth " + depth);
        System.out.println("events " + events.get() + ", last revision " + (lastSeen[0] == document.revision())); // safe: writers joined
        System.out.println("copies " + Clipboard.copies() + ", history " + ann.clipboard.historySize());
        System.out.println("plausible " + (early + pending <= left + 3 && autosaver.conflicts() <= 200 && head.length() >= 1));
    }
}
