package heldout.pitstop;

import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;

/** A race car, its crew, and the semaphores by which they hand the car to each other. */
public class Main {

    static final int STOPS = 3;

    static class Car {
        int lap;
        String tyres = "soft";
        double fuel = 10;
        double wear;
    }

    static class Crew extends Thread {
        final Semaphore go = new Semaphore(0);
        private final Semaphore done;
        private final Runnable job;

        Crew(String name, Semaphore done, Runnable job) {
            super(name);
            this.done = done;
            this.job = job;
            setDaemon(true);
        }

        @Override
        public void run() {
            for (int i = 0; i < STOPS; i++) {
                go.acquireUninterruptibly();
                job.run();
                done.release();
            }
        }
    }

    private final Car car = new Car();
    private final Semaphore boardMutex = new Semaphore(1);
    private final StringBuilder board = new StringBuilder();
    private int entries;
    private String radioMessage;

    private void post(String text) {
        boardMutex.acquireUninterruptibly();
        try {
            board.append(text).append('|'); // safe: binary semaphore used as a mutex
            entries++; // safe: same mutex
        } finally {
            boardMutex.release();
        }
    }

    private void changeTyres() {
        String old = car.tyres; // safe: car handed over by go.acquire
        car.tyres = car.lap % 2 == 0 ? "hard" : "soft"; // safe: the driver waits for two releases
        car.wear = 0;
        post("tyres " + old);
    }

    private void refuel() {
        car.fuel += 40; // safe: only the fuel crew touches fuel while the car stands
        post("fuel L" + car.lap); // safe: lap was set before go.release
    }

    void race() throws InterruptedException {
        final Semaphore done = new Semaphore(0);
        final Crew tyreCrew = new Crew("tyres", done, this::changeTyres);
        final Crew fuelCrew = new Crew("fuel", done, this::refuel);
        tyreCrew.start();
        fuelCrew.start();

        final Semaphore radio = new Semaphore(0);
        Thread wall = new Thread(() -> {
            radioMessage = "box, box"; // safe: published by release
            radio.release();
            post("wall called");
        }, "pit-wall");
        wall.start();

        Thread driver = new Thread(() -> {
            try {
                if (!radio.tryAcquire(1, TimeUnit.SECONDS)) {
                    throw new IllegalStateException("radio silence");
                }
                System.out.println("radio: " + radioMessage); // safe: tryAcquire returned true
                for (int stop = 0; stop < STOPS; stop++) {
                    car.lap += 7; // safe: crews are waiting for go
                    car.fuel -= 9.5;
                    car.wear += 0.3 * car.lap;
                    tyreCrew.go.release();
                    fuelCrew.go.release();
                    done.acquire(2);
                    System.out.printf("lap %d: %s, %.1f l, wear %.1f%n",
                            car.lap, car.tyres, car.fuel, car.wear); // safe: both crews released
                }
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }, "driver");
        driver.start();

        driver.join();
        wall.join();
        System.out.println("finished with " + car.tyres); // safe: crews -> driver -> join
        boardMutex.acquire();
        System.out.println(entries + " entries: " + board); // safe: under the mutex, which nobody releases later
    }

    public static void main(String[] args) throws InterruptedException {
        new Main().race();
    }
}
