package heldout.elevator2;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;

/** Control of a few lifts in an office tower; watches its threads by state instead of by join. */
public class Main {

    static final class Motor extends Thread {
        private final int floors;
        private int trips;
        private String lastFloor = "G";

        Motor(String name, int floors) {
            super(name);
            this.floors = floors;
        }

        @Override
        public void run() {
            for (int f = 1; f <= floors; f++) {
                trips++; // race:trips
                lastFloor = "F" + f; // safe: only read once the motor is known to be dead
            }
        }
    }

    static class Inspector extends Thread {
        int defects;
        int certificates;

        @Override
        public void run() {
            for (int i = 0; i < 50; i++) {
                if (i % 9 == 4) {
                    defects++; // race:defects
                }
            }
            certificates = 2; // safe: read only after the thread has ended
        }
    }

    static boolean doorOpen;
    static int greeted;
    static String evacReason;
    static int evacFloor = -1;
    static String evacLog;

    static void runMotors() throws InterruptedException {
        List<Motor> motors = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
            Motor m = new Motor("lift-" + i, 5 * (i + 1));
            motors.add(m);
            m.start();
        }
        motors.get(motors.size() - 1).join(); // the tallest shaft takes longest
        int trips = 0;
        for (Motor m : motors) {
            trips += m.trips; // race:trips
        }
        System.out.println("trips " + trips);

        Motor first = motors.get(0);
        while (first.isAlive()) {
            Thread.sleep(1);
        }
        System.out.println(first.getName() + " at " + first.lastFloor); // safe: isAlive() returned false
        Motor second = motors.get(1);
        while (second.getState() != Thread.State.TERMINATED) {
            Thread.sleep(1);
        }
        System.out.println(second.getName() + " at " + second.lastFloor); // safe: seen as terminated
    }

    static void inspect() throws InterruptedException {
        Inspector inspector = new Inspector();
        inspector.start();
        inspector.join(10);
        int found = inspector.defects; // race:defects
        System.out.println("defects " + found);
        inspector.join(1000);
        if (!inspector.isAlive()) {
            System.out.println("certificates " + inspector.certificates); // safe: not alive any more
        }
    }

    static void cabin() throws InterruptedException {
        BlockingQueue<String> calls = new LinkedBlockingQueue<>();
        Thread cabin = new Thread(() -> {
            doorOpen = true; // race:door missed: which state of a thread tells something is not known to the models
            try {
                greeted = calls.take().length(); // safe: read after join
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }, "cabin");
        cabin.start();
        while (cabin.getState() != Thread.State.WAITING) {
            Thread.sleep(1);
        }
        boolean open = doorOpen; // race:door
        calls.put("level 7");
        cabin.join();
        System.out.println("door open " + open + ", greeted " + greeted); // safe: joined
    }

    static void evacuate() throws InterruptedException {
        Thread guard = new Thread(() -> {
            try {
                while (true) {
                    Thread.sleep(200);
                }
            } catch (InterruptedException e) {
                String why = evacReason; // safe: written before interrupt()
                int floor = evacFloor; // race:evacfloor
                evacLog = why + " to " + floor; // safe: read after join
            }
        }, "guard");
        guard.start();
        evacReason = "smoke"; // safe: before interrupt()
        guard.interrupt();
        evacFloor = 0; // race:evacfloor
        guard.join();
        System.out.println(evacLog); // safe: joined
    }

    public static void main(String[] args) throws InterruptedException {
        runMotors();
        inspect();
        cabin();
        evacuate();
    }
}
