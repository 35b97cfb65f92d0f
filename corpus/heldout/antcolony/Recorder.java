package heldout.antcolony;

import java.util.concurrent.Exchanger;

final class Recorder implements Runnable {
    private final Exchanger<StripWorker.Page> exchanger;
    private int recorded;
    private int pages;

    Recorder(Exchanger<StripWorker.Page> exchanger) {
        this.exchanger = exchanger;
    }

    @Override
    public void run() {
        StripWorker.Page empty = new StripWorker.Page();
        try {
            boolean more = true;
            while (more) {
                StripWorker.Page full = exchanger.exchange(empty);
                more = !full.last; // safe: page was received by exchange
                recorded += full.drain(); // safe: recorder's own field until join
                pages++; // race:pages
                empty = full;
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    int pages() {
        return pages; // race:pages
    }

    int recorded() {
        return recorded; // safe: after join
    }
}
