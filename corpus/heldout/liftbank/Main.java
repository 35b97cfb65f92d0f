package heldout.liftbank;

import java.util.ArrayList;
import java.util.List;
import java.util.Timer;
import java.util.TimerTask;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.locks.ReentrantLock;

public class Main {
    private static final int FLOORS = 8;

    enum Direction { UP, DOWN, IDLE }

    /** Lock for use in try-with-resources. */
    static final class Guard implements AutoCloseable {
        private final ReentrantLock lock = new ReentrantLock();

        Guard enter() {
            lock.lock();
            return this;
        }

        boolean tryEnter() {
            return lock.tryLock();
        }

        @Override
        public void close() {
            lock.unlock();
        }
    }

    static class Controls {
        private final Guard guard = new Guard();
        private final int[] calls = new int[FLOORS];
        private int pending;
        private int served;
        private int lastStop;
        private volatile boolean closing;

        void press(int floor) {
            try (Guard g = guard.enter()) {
                calls[floor]++; // safe: inside the guard
                pending++; // race:pending
            }
        }

        int claim() {
            try (Guard g = guard.enter()) {
                for (int f = 0; f < FLOORS; f++) {
                    if (calls[f] > 0) { // safe: inside the guard
                        calls[f]--; // safe: inside the guard
                        pending--; // race:pending
                        return f;
                    }
                }
                return -1;
            }
        }

        void rebalance() {
            guard.tryEnter();
            try {
                pending = Math.max(pending, 0); // race:pending
            } finally {
                if (guard.lock.isHeldByCurrentThread()) {
                    guard.close();
                }
            }
        }

        boolean markServed() {
            if (!guard.tryEnter()) {
                return false;
            }
            try {
                served++; // safe: only reached when tryLock succeeded
                return true;
            } finally {
                guard.close();
            }
        }

        void arrived(int floor) {
            lastStop = floor; // race:lastStop
            while (!markServed()) {
                Thread.onSpinWait();
            }
        }
    }

    static class Lift implements Runnable {
        private final Controls controls;
        private int floor;
        private int travelled;
        private volatile Direction direction = Direction.IDLE;

        Lift(Controls controls) {
            this.controls = controls;
        }

        @Override
        public void run() {
            while (true) {
                boolean last = controls.closing; // safe: volatile
                int target = controls.claim();
                if (target >= 0) {
                    moveTo(target);
                    controls.arrived(target);
                } else if (last) {
                    return;
                } else {
                    controls.rebalance();
                    Thread.yield();
                }
            }
        }

        private void moveTo(int target) {
            travelled += Math.abs(target - floor); // safe: this lift's thread is the only writer of both
            direction = target >= floor ? Direction.UP : Direction.DOWN; // safe: volatile, and own floor
            floor = target; // race:floor
        }

        int floor() {
            return floor; // race:floor
        }
    }

    static class Panel {
        private final Timer timer = new Timer("panel", true);
        private final CountDownLatch shown = new CountDownLatch(6);
        private int frames;

        void show(List<Lift> lifts) {
            for (int k = 0; k < 6; k++) {
                timer.schedule(new TimerTask() {
                    @Override
                    public void run() {
                        frames++; // safe: all tasks run in the one timer thread
                        for (Lift lift : lifts) { // safe: list filled before the timer tasks exist
                            if (lift.floor() >= FLOORS || lift.direction == null) {
                                throw new IllegalStateException("lift through the roof");
                            }
                        }
                        shown.countDown();
                    }
                }, k);
            }
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Controls controls = new Controls();
        List<Lift> lifts = new ArrayList<>();
        List<Thread> motors = new ArrayList<>();
        for (int i = 0; i < 2; i++) {
            lifts.add(new Lift(controls));
            motors.add(new Thread(lifts.get(i), "lift-" + i));
        }
        Panel panel = new Panel();
        panel.show(lifts);
        motors.forEach(Thread::start);

        Thread[] passengers = new Thread[3];
        for (int p = 0; p < passengers.length; p++) {
            final int seed = p;
            passengers[p] = new Thread(() -> {
                for (int i = 0; i < 15; i++) {
                    controls.press((seed * 3 + i * 5) % FLOORS);
                }
            });
            passengers[p].start();
        }
        for (Thread passenger : passengers) {
            passenger.join();
        }
        controls.closing = true; // safe: volatile
        for (Thread motor : motors) {
            motor.join();
        }
        panel.shown.await();
        panel.timer.cancel();
        int frames = panel.frames; // safe: latch counted down by every frame
        int served = controls.served; // safe: lifts joined
        boolean moved = lifts.get(0).travelled + lifts.get(1).travelled >= 0; // safe: lifts joined
        boolean stopped = controls.lastStop < FLOORS; // safe: lifts joined
        System.out.println("served " + served + " frames " + frames + " " + (moved && stopped));
    }
}
