package realistic.elevator;

import java.util.ArrayList;
import java.util.List;

/** Lifts of a building serve the calls that people make; a display shows where they are. */
public final class Main {
    private static final int FLOORS = 9;
    private static final int LIFTS = 3;

    public static void main(String[] args) throws InterruptedException {
        Controls controls = new Controls(FLOORS);
        Clock clock = new Clock();
        List<Lift> lifts = new ArrayList<>();
        for (int i = 0; i < LIFTS; i++) {
            lifts.add(new Lift("lift " + i, i * 3, controls, clock));
        }
        List<Trip> trips = plan(40);
        Thread people = new Thread(() -> {
            for (Trip trip : trips) { // safe: the list is complete before start
                controls.call(trip);
            }
            controls.close();
        }, "people");
        Display display = new Display(lifts, controls);
        for (Lift lift : lifts) {
            lift.start();
        }
        display.start();
        people.start();

        people.join();
        for (Lift lift : lifts) {
            lift.join();
        }
        display.quit();
        display.join();

        int delivered = 0;
        int carried = 0;
        for (Trip trip : trips) {
            if (trip.lift != null && trip.end == trip.to) { // safe: all lifts have ended
                delivered++;
            }
        }
        for (Lift lift : lifts) {
            carried += lift.carried; // safe: all lifts have ended
        }
        System.out.println(delivered + " of " + trips.size() + ", " + carried);
        if (clock.ticks == 0 || display.shown < 0) { // safe: all have ended
            throw new AssertionError();
        }
    }

    private static List<Trip> plan(int count) {
        List<Trip> trips = new ArrayList<>();
        int from = 0;
        for (int i = 0; i < count; i++) {
            int to = (from + 1 + i * 5 % (FLOORS - 1)) % FLOORS;
            trips.add(new Trip(from, to)); // safe: before start
            from = to;
        }
        return trips;
    }
}
