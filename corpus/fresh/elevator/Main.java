package fresh.elevator;

import java.util.concurrent.CountDownLatch;

/** Two lifts serve calls from the floors. */
public final class Main {
    static final int FLOORS = 8;

    public static void main(String[] args) throws InterruptedException {
        Controls controls = new Controls();
        Lift[] lifts = {new Lift(controls, "A"), new Lift(controls, "B")};
        CountDownLatch pressed = new CountDownLatch(2);
        for (Lift lift : lifts) {
            lift.start();
        }
        for (int p = 0; p < 2; p++) {
            final int offset = p;
            new Thread(() -> {
                for (int i = 0; i < 16; i++) {
                    int floor = (i * 3 + offset) % FLOORS;
                    controls.press(floor);
                    Lift nearest = lifts[0].distanceTo(floor) < lifts[1].distanceTo(floor) ? lifts[0] : lifts[1];
                    if (nearest.getName().isEmpty()) {
                        throw new AssertionError();
                    }
                    Thread.yield();
                }
                pressed.countDown();
            }).start();
        }
        pressed.await();
        controls.shutDown();
        for (Lift lift : lifts) {
            lift.join();
        }
        System.out.println("travelled " + (lifts[0].travelled() + lifts[1].travelled() >= 0));
        System.out.println("pending " + controls.pending());
    }
}
