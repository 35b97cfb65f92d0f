package heldout.gameloop;

import java.util.ArrayList;
import java.util.List;

/** A game: the loop thread updates the world, an input thread posts commands, the renderer draws snapshots. */
public class Main {
    static class Body {
        double x;
        double speed;

        Body(double speed) {
            this.speed = speed;
        }
    }

    static class World {
        private final List<Body> bodies = new ArrayList<>();
        private final List<String> commands = new ArrayList<>();
        private volatile double[] snapshot = new double[0];
        private int ticks;

        World(int count) {
            for (int i = 0; i < count; i++) {
                bodies.add(new Body(i)); // safe: before the threads start
            }
        }

        void post(String command) {
            synchronized (commands) {
                commands.add(command); // safe: under commands
            }
        }

        void tick() {
            List<String> now;
            synchronized (commands) {
                now = new ArrayList<>(commands); // safe: under commands
                commands.clear(); // safe: under commands
            }
            for (Body body : bodies) { // safe: the list does not change
                body.x += body.speed; // race:x
                if (now.contains("stop")) {
                    body.speed = 0; // safe: only the loop
                }
            }
            double[] xs = new double[bodies.size()];
            for (int i = 0; i < xs.length; i++) {
                xs[i] = bodies.get(i).x; // safe: only the loop writes x
            }
            snapshot = xs; // safe: volatile
            ticks++; // race:ticks
        }

        double draw() {
            double sum = 0;
            for (double x : snapshot) { // safe: nobody changes a snapshot
                sum += x;
            }
            return sum;
        }

        double cheat() {
            return bodies.get(0).x; // race:x
        }
    }

    public static void main(String[] args) throws InterruptedException {
        World world = new World(3);
        Thread loop = new Thread(() -> {
            for (int i = 0; i < 50; i++) {
                world.tick();
            }
        }, "loop");
        Thread input = new Thread(() -> world.post("stop"), "input");
        loop.start();
        input.start();
        double drawn = 0;
        for (int i = 0; i < 10; i++) {
            drawn += world.draw() + world.cheat();
        }
        boolean isEarly = world.ticks < 50; // race:ticks
        loop.join();
        input.join();
        System.out.println(world.ticks + (drawn < 0 && isEarly ? "!" : "")); // safe: after join
    }
}
