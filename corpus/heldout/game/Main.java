package heldout.game;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;

/** A headless game: a loop moves the world, an input thread steers, a daemon autosaves. */
public class Main {

    static class World {
        private final ReentrantLock lock = new ReentrantLock();
        private int x, y;
        private int savedX, score;
        private int skippedSaves;

        void step() {
            lock.lock();
            try {
                x += 1; // safe: lock held, as everywhere
                y = x / 2; // race:y
                score += x % 5 == 0 ? 10 : 1; // race:score
            } finally {
                lock.unlock();
            }
        }

        void save() throws InterruptedException {
            if (lock.tryLock(1, TimeUnit.MILLISECONDS)) {
                try {
                    savedX = x; // safe: tryLock succeeded
                } finally {
                    lock.unlock();
                }
            } else {
                skippedSaves++; // safe: only the autosave thread
            }
        }

        int peekHeight() {
            boolean locked = lock.tryLock();
            int h = y; // race:y
            if (locked) {
                lock.unlock();
            }
            return h;
        }

        void award(int bonus) {
            if (!lock.tryLock()) {
                score += bonus; // race:score
                return;
            }
            try {
                score += bonus; // safe: locked here, and the branch above runs on the same thread only
            } finally {
                lock.unlock();
            }
        }

        int savedX() {
            lock.lock();
            try {
                return savedX; // safe: lock held
            } finally {
                lock.unlock();
            }
        }
    }

    private final World world = new World();
    private boolean running = true;
    private volatile boolean paused;
    private int frames;
    private String stopReason = "none";
    private int commands;

    private void loop() {
        while (running && frames < 50_000) { // race:running
            if (!paused) { // safe: volatile
                world.step();
            }
            frames++; // race:frames
        }
    }

    private void input() {
        try {
            for (int i = 0; ; i++) {
                world.award(i % 3);
                int h = world.peekHeight();
                paused = h % 2 == 1 && i % 2 == 0; // safe: volatile
                commands++; // safe: only the input thread until it is joined
                Thread.sleep(2);
            }
        } catch (InterruptedException e) {
            System.out.println("input stopped: " + stopReason); // safe: set before the interrupt that is seen here
        }
    }

    private void autosave() {
        try {
            while (true) {
                world.save();
                Thread.sleep(5);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Main game = new Main();
        Thread loop = new Thread(game::loop, "loop");
        Thread input = new Thread(game::input, "input");
        Thread saver = new Thread(game::autosave, "autosave");
        loop.setDaemon(true);
        saver.setDaemon(true);
        loop.start();
        input.start();
        saver.start();
        Thread.sleep(60);
        game.stopReason = "time is up"; // safe: ordered by the interrupt
        input.interrupt();
        input.join();
        System.out.println("commands " + game.commands); // safe: input was joined
        game.running = false; // race:running
        loop.join(50);
        System.out.println("frames " + game.frames); // race:frames
        System.out.println("last save at " + game.world.savedX());
    }
}
