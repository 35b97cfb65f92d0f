package heldout.elevator3;

/**
 * Discrete elevator simulation. Two cars serve a small building, the main thread plays the
 * arriving people and a status panel in the lobby shows where the cars are.
 */
public class Main {

    private static final int FLOORS = 9;

    /** { pause before the call in ms, from floor, to floor }. */
    private static final int[][] ARRIVALS = {
        {0, 1, 6}, {0, 2, 0}, {5, 7, 1}, {3, 4, 8}, {10, 8, 0},
        {0, 0, 5}, {0, 0, 3}, {4, 5, 2}, {12, 3, 7}, {0, 6, 1},
    };

    public static void main(String[] args) throws InterruptedException {
        Controls controls = new Controls(FLOORS);
        Elevator[] cars = {
            new Elevator("car-A", controls, 0),
            new Elevator("car-B", controls, FLOORS - 1),
        };

        StatusPanel panel = new StatusPanel(cars, controls);
        panel.setDaemon(true);
        panel.start();
        for (Elevator car : cars) {
            car.start();
        }

        for (int[] a : ARRIVALS) {
            if (a[0] > 0) {
                Thread.sleep(a[0]);
            }
            controls.pushCall(a[1], a[2]);
        }
        controls.close();

        int carried = 0;
        for (Elevator car : cars) {
            car.join();
            carried += car.carried; // safe: car thread was joined
        }
        panel.switchOff();

        for (Elevator car : cars) {
            System.out.println(car.getName() + " parked at " + car.getCurrentFloor()
                + " after " + car.distance + " floors"); // safe: car thread was joined
        }
        System.out.println("requested " + controls.getRequested() + ", carried " + carried);
    }
}
