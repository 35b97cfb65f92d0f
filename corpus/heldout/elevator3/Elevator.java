package heldout.elevator3;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;

/** One elevator car. */
class Elevator extends Thread {

    private final Controls controls;
    private final List<Integer> riders = new ArrayList<>();
    private int currentFloor;
    private String motion = "idle";

    int carried;
    int distance;

    Elevator(String name, Controls controls, int startFloor) {
        super(name);
        this.controls = controls;
        this.currentFloor = startFloor; // safe: before any thread is started
    }

    @Override
    public void run() {
        try {
            int call;
            while ((call = controls.claimCall(currentFloor)) >= 0) {
                travelTo(call);
                riders.addAll(controls.board(call)); // safe: riders belong to the car thread
                while (!riders.isEmpty()) {
                    travelTo(nextStop());
                    letOff();
                }
                setMotion("idle");
            }
        } catch (InterruptedException e) {
            // out of order
        }
    }

    private int nextStop() {
        int best = riders.get(0);
        for (int r : riders) {
            if (Math.abs(r - currentFloor) < Math.abs(best - currentFloor)) { // safe: only this thread writes it
                best = r;
            }
        }
        return best;
    }

    private void travelTo(int floor) throws InterruptedException {
        int dir = Integer.signum(floor - currentFloor);
        setMotion(dir > 0 ? "up" : "down");
        while (currentFloor != floor) {
            Thread.sleep(1);
            step(dir);
        }
        setMotion("doors open");
    }

    private void step(int dir) {
        currentFloor += dir; // race:floor
        distance++; // safe: read by main after join only
    }

    private void letOff() {
        for (Iterator<Integer> it = riders.iterator(); it.hasNext();) {
            if (it.next() == currentFloor) {
                it.remove();
                carried++; // safe: read by main after join only
            }
        }
    }

    private void setMotion(String m) {
        motion = m; // race:motion
    }

    int getCurrentFloor() {
        return currentFloor; // race:floor
    }

    String getMotion() {
        return motion; // race:motion
    }
}
