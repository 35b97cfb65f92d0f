package realistic.elevator;

import java.util.ArrayList;
import java.util.List;

/** A lift is a thread. Its position is its own, but the display looks at it. */
final class Lift extends Thread {
    enum State {
        IDLE, MOVING, DOOR
    }

    private final Controls controls;
    private final Clock clock;
    private final List<Trip> inside = new ArrayList<>();
    private int floor;
    private int target;
    private volatile State state = State.IDLE;
    int carried;

    Lift(String name, int floor, Controls controls, Clock clock) {
        super(name);
        this.floor = floor; // safe: before start
        this.controls = controls;
        this.clock = clock;
    }

    @Override
    public void run() {
        int wanted;
        while ((wanted = controls.claim(floor)) >= 0) { // safe: the lift's own thread wrote it
            moveTo(wanted);
            open();
            while (!inside.isEmpty()) { // safe: only this thread
                Trip trip = inside.get(0); // safe: only this thread
                moveTo(trip.to);
                inside.remove(0); // safe: only this thread
                trip.deliver(getName(), floor);
                carried++; // safe: main reads it after join
            }
            state = State.IDLE; // safe: volatile
            if (controls.hint() == floor) {
                clock.tick();
            }
        }
    }

    private void moveTo(int wanted) {
        state = State.MOVING; // safe: volatile
        target = wanted; // race:target
        int way = Math.abs(target - floor); // safe: only this thread writes these
        while (floor != target) { // safe: only this thread writes these
            floor += floor < target ? 1 : -1; // race:floor
            clock.tick();
        }
        clock.busy(way);
    }

    private void open() {
        state = State.DOOR; // safe: volatile
        Trip next;
        while ((next = controls.board(floor)) != null) {
            inside.add(next); // safe: only this thread
        }
    }

    /** For the display. */
    int position() {
        return floor; // race:floor
    }

    int destination() {
        return target; // race:target
    }

    State phase() {
        return state; // safe: volatile
    }
}
