package heldout.elevator3;

import java.util.ArrayList;
import java.util.List;

/** The call buttons of all floors; a monitor shared by the cars and the people. */
class Controls {

    private static final class Floor {
        final List<Integer> people = new ArrayList<>();
        boolean claimed;
    }

    private final Floor[] floors;
    private boolean open = true;
    private int waiting;
    private int requested;

    Controls(int n) {
        floors = new Floor[n];
        for (int i = 0; i < n; i++) {
            floors[i] = new Floor();
        }
    }

    /** Somebody on floor 'from' wants to go to floor 'to'. */
    synchronized void pushCall(int from, int to) {
        floors[from].people.add(to); // safe: floors are only touched inside the monitor
        waiting++; // safe: inside the monitor
        requested++; // race:requested
        notifyAll();
    }

    /** No more people will come; the cars stop once everybody is served. */
    synchronized void close() {
        open = false; // safe: inside the monitor
        notifyAll();
    }

    /** Blocks until there is a call nobody has claimed; returns its floor or -1 at the end. */
    synchronized int claimCall(int near) throws InterruptedException {
        while (true) {
            int best = nearestCall(near);
            if (best >= 0) {
                floors[best].claimed = true; // safe: inside the monitor
                return best;
            }
            if (!open && waiting == 0) {
                return -1;
            }
            wait();
        }
    }

    private int nearestCall(int near) {
        int best = -1;
        for (int i = 0; i < floors.length; i++) {
            Floor f = floors[i];
            if (f.claimed || f.people.isEmpty()) { // safe: caller holds the monitor
                continue;
            }
            if (best < 0 || Math.abs(i - near) < Math.abs(best - near)) {
                best = i;
            }
        }
        return best;
    }

    /** The car has opened its doors: everybody on the floor steps in. */
    synchronized List<Integer> board(int floor) {
        Floor f = floors[floor];
        List<Integer> in = new ArrayList<>(f.people);
        f.people.clear();
        f.claimed = false;
        waiting -= in.size();
        notifyAll();
        return in;
    }

    int getRequested() {
        return requested; // race:requested
    }
}
