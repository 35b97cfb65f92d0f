package heldout.archive;

import java.util.concurrent.Callable;

final class Clerk implements Callable<Integer> {
    private final Archive archive;
    private final int first;
    private int letters;

    Clerk(Archive archive, int first) {
        this.archive = archive;
        this.first = first;
    }

    @Override
    public Integer call() {
        for (int i = 0; i < 40; i++) {
            Document document = archive.find("doc" + (first + i) % 8);
            if (document != null && !document.name().isEmpty()) {
                letters += document.open().length(); // safe: each clerk belongs to one task
            }
        }
        return letters; // safe: each clerk belongs to one task
    }
}
