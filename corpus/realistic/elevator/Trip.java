package realistic.elevator;

/** One person who wants to go from one floor to another. */
final class Trip {
    final int from;
    final int to;
    int end = -1;
    String lift;

    Trip(int from, int to) {
        this.from = from;
        this.to = to;
    }

    void deliver(String by, int floor) {
        lift = by; // safe: the lift that took it from the floor has it alone
        end = floor; // safe: the same
    }
}
