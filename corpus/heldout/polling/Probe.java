package heldout.polling;

import java.util.concurrent.CountDownLatch;

/** A periodic job; its runs never overlap. */
final class Probe implements Runnable {
    private final Station station;
    private final CountDownLatch enough;
    private int value;
    private int finished;

    Probe(Station station, CountDownLatch enough) {
        this.station = station;
        this.enough = enough;
    }

    @Override
    public void run() {
        value += 3; // safe: runs of one periodic job follow each other
        station.poll(value); // safe: as above
        enough.countDown();
        finished++; // race:finished
    }

    int finished() {
        return finished; // race:finished
    }
}
