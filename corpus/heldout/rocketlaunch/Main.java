package heldout.rocketlaunch;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

public class Main {

    private final CountDownLatch ready = new CountDownLatch(3);
    private final CountDownLatch go = new CountDownLatch(1);
    private String launchCode;
    private int windKnots;
    private int tracked;

    private class Station implements Runnable {
        final String name;
        final int tank;
        int fuelPercent;
        String finalWord = "?";
        String codeSeen;

        Station(String name, int tank) {
            this.name = name;
            this.tank = tank;
        }

        @Override
        public void run() {
            for (int i = 0; i < tank; i++) {
                fuelPercent++; // safe: before countDown, read after await
            }
            ready.countDown();
            finalWord = "GO"; // race:finalword
            try {
                go.await();
            } catch (InterruptedException e) {
                return;
            }
            codeSeen = launchCode; // safe: launchCode written before go.countDown()
        }
    }

    void launch() throws InterruptedException {
        List<Station> stations = new ArrayList<>();
        List<Thread> threads = new ArrayList<>();
        for (String n : new String[] {"booster", "guidance", "retro"}) {
            Station s = new Station(n, 90 + n.length());
            stations.add(s);
            Thread t = new Thread(s, n);
            threads.add(t);
            t.start();
        }
        ready.await();
        for (Station s : stations) {
            int fuel = s.fuelPercent; // safe: ready.await() returned
            String word = s.finalWord; // race:finalword
            System.out.println(s.name + " " + fuel + "% " + word);
        }

        checkWeather();
        checkRadar();

        launchCode = "T-0/" + tracked; // safe: stations wait for go before reading
        go.countDown();
        for (Thread t : threads) {
            t.join();
        }
        for (Station s : stations) {
            System.out.println(s.name + " " + s.finalWord + " " + s.codeSeen); // safe: joined
        }
    }

    private void checkWeather() throws InterruptedException {
        CountDownLatch landed = new CountDownLatch(1);
        Thread balloon = new Thread(() -> {
            windKnots = 17; // race:wind
            landed.countDown();
        }, "balloon");
        balloon.setDaemon(true);
        balloon.start();
        landed.await(30, TimeUnit.MILLISECONDS);
        int wind = windKnots; // race:wind
        System.out.println("wind " + wind);
    }

    private void checkRadar() throws InterruptedException {
        CountDownLatch sweep = new CountDownLatch(1);
        new Thread(() -> {
            tracked = 5; // safe: read only if await reported true
            sweep.countDown();
        }, "radar").start();
        if (!sweep.await(1, TimeUnit.SECONDS)) {
            throw new IllegalStateException("no radar");
        }
        System.out.println("tracking " + tracked); // safe: await returned true
    }

    /** Two of the three cameras are enough for the broadcast. */
    static int film() throws InterruptedException {
        final int[] frames = new int[3];
        final CountDownLatch rolling = new CountDownLatch(2);
        for (int i = 0; i < frames.length; i++) {
            final int cam = i;
            new Thread(() -> {
                frames[cam] = 24 * (cam + 1); // race:frames missed: how often a loop counts a latch down is not compared with its number
                rolling.countDown();
            }, "camera-" + i).start();
        }
        rolling.await();
        int sum = 0;
        for (int i = 0; i < frames.length; i++) {
            sum += frames[i]; // race:frames
        }
        return sum;
    }

    public static void main(String[] args) throws InterruptedException {
        new Main().launch();
        System.out.println("frames " + film());
    }
}
