package heldout.logshipper;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;

/** The connection to the log store; every fifth attempt fails. */
class Uplink {
    private final AtomicInteger attempts = new AtomicInteger();
    private final List<Integer> checksums = new ArrayList<>();

    boolean send(int checksum) {
        if (attempts.incrementAndGet() % 5 == 0) {
            return false;
        }
        synchronized (this) {
            checksums.add(checksum); // safe: monitor of the uplink
        }
        return true;
    }

    synchronized int delivered() {
        return checksums.size(); // safe: monitor of the uplink
    }
}
