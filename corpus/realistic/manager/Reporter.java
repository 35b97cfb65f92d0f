package realistic.manager;

/** Writes down how full the memory is. */
final class Reporter extends Helper {
    private String line = "";
    private int peaks;

    Reporter(Manager manager) {
        super(manager);
    }

    @Override
    void turn() {
        line = manager.load() + "% " + manager.volume() + " " + manager.requests(); // safe: only this thread
        if (manager.block(0).age() < 0) {
            line = "clock"; // safe: only this thread
        }
        peaks = Math.max(peaks, manager.peak()) + Math.min(0, line.length()); // safe: only this thread
    }
}
