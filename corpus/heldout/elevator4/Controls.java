package heldout.elevator4;

import java.util.ArrayList;
import java.util.List;

/** The buttons of the building, shared by all lifts and the people who press them. */
class Controls {

    private final Floor[] floors;
    private int travelling;
    private boolean closed;

    Controls(int count) {
        floors = new Floor[count];
        for (int i = 0; i < count; i++) {
            floors[i] = new Floor();
        }
    }

    int floorCount() {
        return floors.length;
    }

    void press(int onFloor, int toFloor) {
        synchronized (this) {
            travelling++; // safe: under this
        }
        Floor f = floors[onFloor];
        synchronized (f) {
            if (toFloor > onFloor) {
                f.up.add(toFloor); // safe: under the floor's monitor
            } else {
                f.down.add(toFloor);
            }
        }
    }

    /** Reserves a call for one lift; false if there is none or another lift is on its way. */
    boolean claim(int floor, Direction dir) {
        Floor f = floors[floor];
        synchronized (f) {
            if (f.waiting(dir).isEmpty() || f.isClaimed(dir)) { // safe: under the floor's monitor
                return false;
            }
            f.setClaimed(dir, true);
            return true;
        }
    }

    /** The people going in the given direction; the caller owns the returned list. */
    List<Integer> pickUp(int floor, Direction dir) {
        Floor f = floors[floor];
        synchronized (f) {
            f.setClaimed(dir, false);
            return f.takeAll(dir);
        }
    }

    synchronized void delivered(int people) {
        travelling -= people; // safe: under this
    }

    synchronized void close() {
        closed = true; // safe: under this
    }

    synchronized boolean isFinished() {
        return closed && travelling == 0; // safe: under this
    }

    enum Direction { UP, DOWN }

    /** State of one floor; every method is called with the floor locked. */
    private static class Floor {

        private List<Integer> up = new ArrayList<>();
        private List<Integer> down = new ArrayList<>();
        private boolean upClaimed;
        private boolean downClaimed;

        List<Integer> waiting(Direction dir) {
            return dir == Direction.UP ? up : down; // safe: caller holds the floor's monitor
        }

        boolean isClaimed(Direction dir) {
            return dir == Direction.UP ? upClaimed : downClaimed;
        }

        void setClaimed(Direction dir, boolean value) {
            if (dir == Direction.UP) {
                upClaimed = value; // safe: caller holds the floor's monitor
            } else {
                downClaimed = value;
            }
        }

        List<Integer> takeAll(Direction dir) {
            List<Integer> people;
            if (dir == Direction.UP) {
                people = up;
                up = new ArrayList<>(); // safe: caller holds the floor's monitor
            } else {
                people = down;
                down = new ArrayList<>();
            }
            return people;
        }
    }
}
