package heldout.elevator4;

import java.util.List;

/** A lift car and its (very simple) dispatcher. */
class Lift extends Thread {

    private static final long TRAVEL_MILLIS = 1;

    private final Controls controls;
    private final int[] passengersFor;
    private volatile int position;
    private int served;
    private int distance;

    Lift(String name, Controls controls, int startFloor) {
        super(name);
        this.controls = controls;
        this.passengersFor = new int[controls.floorCount()];
        this.position = startFloor;
    }

    @Override
    public void run() {
        try {
            while (!controls.isFinished()) {
                if (!serveOneCall()) {
                    Thread.sleep(TRAVEL_MILLIS);
                }
            }
        } catch (InterruptedException e) {
            interrupt();
        }
    }

    private boolean serveOneCall() throws InterruptedException {
        for (Controls.Direction dir : Controls.Direction.values()) {
            for (int floor = 0; floor < controls.floorCount(); floor++) {
                if (controls.claim(floor, dir)) {
                    moveTo(floor);
                    load(controls.pickUp(floor, dir));
                    unloadAll(dir);
                    return true;
                }
            }
        }
        return false;
    }

    private void load(List<Integer> people) {
        for (int destination : people) { // safe: list was detached from the floor
            passengersFor[destination]++; // safe: own array
        }
        people.clear(); // safe: list was detached from the floor
    }

    private void unloadAll(Controls.Direction dir) throws InterruptedException {
        int step = dir == Controls.Direction.UP ? 1 : -1;
        int n = passengersFor.length;
        for (int f = position; f >= 0 && f < n; f += step) {
            if (passengersFor[f] > 0) {
                moveTo(f);
                int leaving = passengersFor[f];
                passengersFor[f] = 0;
                served += leaving; // safe: main reads it after join
                controls.delivered(leaving);
            }
        }
    }

    private void moveTo(int floor) throws InterruptedException {
        while (position != floor) {
            Thread.sleep(TRAVEL_MILLIS);
            position = position + (position < floor ? 1 : -1); // safe: volatile with a single writer
            distance++;
        }
    }

    int position() {
        return position; // safe: volatile
    }

    int served() {
        return served; // safe: called after join
    }

    int distance() {
        return distance; // safe: called after join
    }
}
