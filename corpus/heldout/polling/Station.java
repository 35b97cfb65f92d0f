package heldout.polling;

import java.util.ArrayList;
import java.util.List;

/** What the pollers know of one station. */
final class Station {
    private final List<Integer> readings = new ArrayList<>();
    private int polls;
    private long lastPoll;
    private volatile boolean online;
    private String firmware;

    void poll(int value) {
        polls++; // race:polls
        synchronized (readings) {
            readings.add(value); // safe: under itself
        }
    }

    void heartbeat(long time) {
        lastPoll = time; // safe: both tasks are run by one timer
    }

    long silence(long time) {
        return time - lastPoll; // safe: both tasks are run by one timer
    }

    void connect(String version) {
        firmware = version; // safe: before the volatile is set
        online = true; // safe: volatile
    }

    String firmware() {
        return online ? firmware : "unknown"; // safe: the volatile has been seen
    }

    int polls() {
        return polls; // safe: asked when all pollers have ended
    }

    int readings() {
        synchronized (readings) {
            return readings.size(); // safe: under itself
        }
    }
}
