package fresh.elevator;

class Lift extends Thread {
    private final Controls controls;
    private int floor;
    private int travelled;
    private boolean doorOpen;

    Lift(Controls controls, String name) {
        super(name);
        this.controls = controls;
    }

    @Override
    public void run() {
        int target;
        while ((target = controls.claim(floor)) >= 0) { // safe: a read, and only this thread writes
            moveTo(target);
        }
    }

    private void moveTo(int target) {
        while (floor != target) { // safe: a read, and only this thread writes
            floor += floor < target ? 1 : -1; // race:floor
            travelled++; // safe: only this thread, and read after join
        }
        doorOpen = true; // safe: only this thread
        doorOpen = !doorOpen; // safe: only this thread
    }

    /** Called by whoever stands on a floor. */
    int distanceTo(int other) {
        return Math.abs(floor - other); // race:floor
    }

    int travelled() {
        return travelled; // safe: after join
    }
}
