package heldout.convoy;

import java.util.Arrays;
import java.util.concurrent.BrokenBarrierException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.CyclicBarrier;

/** A convoy of trucks that drives leg by leg; nobody starts a leg before all have arrived. */
public class Main {
    private static final int TRUCKS = 4;
    private static final int LEGS = 6;

    private final double[] fuel = new double[TRUCKS];
    private final int[] position = new int[TRUCKS];
    private final int[][] logbook = new int[LEGS][TRUCKS];
    private final CountDownLatch loaded = new CountDownLatch(TRUCKS);
    private final CountDownLatch home = new CountDownLatch(TRUCKS);
    private final CyclicBarrier restStop;
    private int slowest;
    private int legsDone;
    private String cargoList = "";
    private String route;
    private int breakdowns;

    Main() {
        restStop = new CyclicBarrier(TRUCKS, this::evaluateLeg);
    }

    /** Runs at the rest stop, when all trucks have arrived. */
    private void evaluateLeg() {
        slowest = Arrays.stream(position).min().getAsInt(); // safe: all trucks stand at the barrier
        legsDone++; // safe: all trucks stand at the barrier
    }

    private void load(int truck) {
        fuel[truck] = 100; // safe: own element, read by others after the latch only
        cargoList += truck + " "; // race:cargo
        loaded.countDown();
    }

    private void drive(int truck) throws InterruptedException, BrokenBarrierException {
        loaded.await();
        double startFuel = 0;
        for (double f : fuel) {
            startFuel += f; // safe: everybody has loaded, fuel is only changed after the rest stop below
        }
        restStop.await();
        for (int leg = 0; leg < LEGS; leg++) {
            fuel[truck] -= route.length(); // safe: own element, route was set before the trucks
            position[truck] += 10 + (truck * 7 + leg * 3) % 5; // race:position
            logbook[leg][truck] = leg * 100 + truck; // safe: own element, others read it after the barrier (false alarm: rows of one array are not told apart by the leg)
            if (truck % 2 == leg % 2) {
                breakdowns++; // race:breakdowns
            }
            restStop.await();
            int behind = 0;
            for (int other = 0; other < TRUCKS; other++) {
                if (position[other] < position[truck]) { // race:position
                    behind++;
                }
                behind += logbook[leg][other] < 0 ? 1 : 0; // safe: written before the barrier, never again (false alarm: as above)
            }
            if (behind == TRUCKS - 1 && legsDone > LEGS + 1) { // safe: the next action needs this truck at the barrier
                System.out.println("impossible at " + startFuel);
            }
        }
        home.countDown();
    }

    private void truck(int number) {
        try {
            load(number);
            drive(number);
        } catch (InterruptedException | BrokenBarrierException e) {
            throw new IllegalStateException("convoy broken", e);
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Main convoy = new Main();
        convoy.route = "A7 north"; // safe: before the trucks are started
        for (int i = 0; i < TRUCKS; i++) {
            int number = i;
            Thread thread = new Thread(() -> convoy.truck(number), "truck-" + i);
            thread.setDaemon(true);
            thread.start();
        }
        convoy.loaded.await();
        System.out.println("cargo of " + convoy.cargoList.length() / 2 + " trucks"); // safe: all have counted down
        convoy.home.await();
        System.out.println("slowest at " + convoy.slowest + " after " + convoy.legsDone); // safe: all are home
        System.out.println("fuel " + Arrays.toString(convoy.fuel) + ", " + convoy.breakdowns + " breakdowns"); // safe: all are home
    }
}
