package heldout.elevator6;

import java.util.ArrayList;
import java.util.List;

/** Discrete event simulation of a lift bank: passengers press buttons, lifts claim the calls. */
public class Main {
    static final int FLOORS = 8;

    public static void main(String[] args) throws InterruptedException {
        Controls controls = new Controls(FLOORS);
        List<Elevator> lifts = new ArrayList<>();
        for (int i = 0; i < 2; i++) {
            Elevator e = new Elevator(i + 1, controls);
            e.floor = i * 3 + 1; // safe: set before start()
            lifts.add(e);
        }
        for (Elevator e : lifts) {
            e.start();
        }
        int[][] trips = {{1, 5}, {2, 7}, {6, 1}, {8, 3}, {4, 8}, {3, 1}, {5, 2}};
        for (int[] trip : trips) {
            controls.call(new Passenger(trip[0], trip[1]));
            Thread.sleep(2);
        }
        controls.close();
        int moved = 0;
        int carried = 0;
        for (Elevator e : lifts) {
            e.join();
            moved += e.travelled; // safe: after join
            carried += e.delivered.size(); // safe: after join
        }
        System.out.println("carried " + carried + " passengers over " + moved + " floors");
        for (Elevator e : lifts) {
            for (Passenger p : e.delivered) { // safe: after join
                System.out.println(e.getName() + " " + p);
            }
        }
    }
}

class Passenger {
    final int from;
    final int to;
    private int servedBy; // handed over through Controls

    Passenger(int from, int to) {
        this.from = from;
        this.to = to;
    }

    void board(int lift) {
        servedBy = lift; // safe: only the lift which claimed the call has it (false alarm: that a call belongs to the lift that claimed it is not followed to the passengers)
    }

    @Override
    public String toString() {
        return from + "->" + to + " by #" + servedBy; // safe: printed by main after join
    }
}

/** The shared panel. */
class Controls {
    private static final class Floor {
        final List<Passenger> up = new ArrayList<>();
        final List<Passenger> down = new ArrayList<>();
        boolean upPicked;
        boolean downPicked;
    }

    private final Floor[] floors;
    private int pending;
    private boolean closed;

    Controls(int n) {
        floors = new Floor[n + 1];
        for (int i = 0; i <= n; i++) {
            floors[i] = new Floor(); // safe: before the lifts are started
        }
    }

    synchronized void call(Passenger p) {
        Floor f = floors[p.from];
        if (p.to > p.from) {
            f.up.add(p); // safe: monitor of Controls
        } else {
            f.down.add(p);
        }
        pending++; // safe: monitor of Controls
        notifyAll();
    }

    synchronized void close() {
        closed = true; // safe: monitor of Controls
        notifyAll();
    }

    /** Claims the nearest floor with waiting people; 0 when the building is closed and empty. */
    synchronized int claim(int at) throws InterruptedException {
        while (true) {
            int best = nearest(at);
            if (best != 0) {
                int target = Math.abs(best);
                if (best > 0) {
                    floors[target].upPicked = true;
                } else {
                    floors[target].downPicked = true;
                }
                return best;
            }
            if (closed && pending == 0) {
                return 0;
            }
            wait();
        }
    }

    private int nearest(int at) {
        int best = 0;
        int dist = Integer.MAX_VALUE;
        for (int i = 1; i < floors.length; i++) {
            Floor f = floors[i];
            int d = Math.abs(i - at);
            if (d >= dist) {
                continue;
            }
            if (!f.up.isEmpty() && !f.upPicked) { // safe: only called from claim(), monitor is held
                best = i;
                dist = d;
            } else if (!f.down.isEmpty() && !f.downPicked) {
                best = -i;
                dist = d;
            }
        }
        return best;
    }

    List<Passenger> board(int claim) {
        int n = Math.abs(claim);
        synchronized (this) {
            Floor f = floors[n];
            List<Passenger> waiting = claim > 0 ? f.up : f.down;
            List<Passenger> in = new ArrayList<>(waiting); // safe: monitor of Controls
            waiting.clear();
            if (claim > 0) {
                f.upPicked = false;
            } else {
                f.downPicked = false;
            }
            pending -= in.size();
            notifyAll();
            return in;
        }
    }
}

class Elevator extends Thread {
    private final int id;
    private final Controls controls;
    int floor;
    int travelled;
    final List<Passenger> delivered = new ArrayList<>();

    Elevator(int id, Controls controls) {
        super("lift-" + id);
        this.id = id;
        this.controls = controls;
    }

    @Override
    public void run() {
        try {
            int claim;
            while ((claim = controls.claim(floor)) != 0) { // safe: floor belongs to this thread after start()
                moveTo(Math.abs(claim));
                List<Passenger> riders = controls.board(claim);
                for (Passenger p : riders) { // safe: private copy
                    p.board(id);
                    moveTo(p.to);
                    delivered.add(p); // safe: thread-confined until join
                }
            }
        } catch (InterruptedException e) {
            interrupt();
        }
    }

    private void moveTo(int target) throws InterruptedException {
        int steps = Math.abs(target - floor);
        Thread.sleep(steps);
        travelled += steps; // safe: thread-confined until join
        floor = target;
    }
}
