package heldout.elevator4;

import java.util.ArrayList;
import java.util.List;

/** Feeds button events to the controls and prints where the lifts are. */
public class Main {

    /** time, from, to */
    private static final int[][] EVENTS = {
        {1, 0, 4}, {1, 0, 2}, {2, 3, 0}, {4, 5, 1}, {6, 1, 5},
        {6, 2, 0}, {7, 0, 5}, {9, 4, 3}, {12, 5, 0}, {12, 5, 2},
    };

    public static void main(String[] args) throws InterruptedException {
        Controls controls = new Controls(6);
        List<Lift> lifts = new ArrayList<>();
        lifts.add(new Lift("lift-A", controls, 0));
        lifts.add(new Lift("lift-B", controls, 5));
        for (Lift l : lifts) {
            l.start();
        }

        int clock = 0;
        for (int[] event : EVENTS) {
            while (clock < event[0]) {
                Thread.sleep(1);
                clock++; // safe: local
            }
            controls.press(event[1], event[2]);
            System.out.println(clock + ": " + event[1] + " -> " + event[2]
                    + " lifts at " + lifts.get(0).position() + ", " + lifts.get(1).position());
        }
        controls.close();

        int total = 0;
        for (Lift l : lifts) {
            l.join();
            total += l.served();
            System.out.println(l.getName() + " served " + l.served() + ", travelled " + l.distance());
        }
        System.out.println(total + " of " + EVENTS.length + " people");
    }
}
