package heldout.ferrydock;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** Two loading ramps fill a ferry; the dock master (main) waits on latches. */
public class Main {

    private final CountDownLatch gate = new CountDownLatch(1);
    private final CountDownLatch weighed = new CountDownLatch(2);
    private final CountDownLatch loaded = new CountDownLatch(1); // one per ferry, but there are two ramps
    private final CountDownLatch inspected = new CountDownLatch(1);
    private final CountDownLatch cleared = new CountDownLatch(1);

    private final double[] weights = new double[2];
    private final int[] cars = new int[2];

    private int tideCm;
    private int windKnots;
    private String inspection;
    private String clearance;
    private String stamp;

    private void ramp(int dock) {
        try {
            gate.await();
        } catch (InterruptedException e) {
            return;
        }
        int tide = tideCm; // safe: written before gate.countDown
        int wind = windKnots; // race:wind
        weights[dock] = 12.5 * (dock + 1) + tide / 100.0; // safe: own slot, counted down afterwards
        weighed.countDown();
        cars[dock] = wind > 20 ? 10 : 14; // race:cars
        loaded.countDown();
    }

    private void inspect() {
        inspection = "hull ok"; // race:inspection
        inspected.countDown();
    }

    private void harbourOffice() {
        clearance = "slot 7"; // safe: before countDown, reader checks await's result
        cleared.countDown();
        stamp = "filed"; // race:stamp
    }

    void operate() throws InterruptedException {
        List<Thread> crew = new ArrayList<>();
        for (int i = 0; i < weights.length; i++) {
            final int dock = i;
            crew.add(new Thread(() -> ramp(dock), "ramp-" + i));
        }
        crew.add(new Thread(this::inspect, "inspector"));
        crew.add(new Thread(this::harbourOffice, "office"));
        crew.forEach(Thread::start);

        tideCm = 240; // safe: the ramps still wait at the gate
        gate.countDown();
        windKnots = 18; // race:wind

        weighed.await();
        double tons = 0;
        for (int i = 0; i < weights.length; i++) {
            tons += weights[i]; // safe: latch of two, both ramps have counted down
        }

        loaded.await();
        int early = 0;
        for (int i = 0; i < cars.length; i++) {
            early += cars[i]; // race:cars
        }

        inspected.await(100, TimeUnit.MILLISECONDS);
        String report = inspection; // race:inspection

        if (!cleared.await(1, TimeUnit.SECONDS)) {
            throw new IllegalStateException("no clearance");
        }
        String slot = clearance; // safe: await returned true
        String filed = stamp; // race:stamp
        System.out.println(tons + " t, cars " + early + ", " + report + ", " + slot + ", " + filed);

        for (Thread t : crew) {
            t.join();
        }
        int all = cars[0] + cars[1]; // safe: after join
        System.out.println("sailing with " + all + " cars, " + stamp); // safe: after join
    }

    public static void main(String[] args) throws InterruptedException {
        new Main().operate();
    }
}
