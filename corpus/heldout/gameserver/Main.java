package heldout.gameserver;

import java.util.*;
import java.util.concurrent.*;

/** Game server whose tick loop applies the inputs that arrive on the clients' network threads. */
public class Main {

    record Input(int player, int dx) { }

    record PlayerView(int id, int x, int health) { }

    static class World {
        private final Player[] players = new Player[3];
        private final Queue<Input> inputs = new ConcurrentLinkedQueue<>();
        private final List<Integer> projectiles = new ArrayList<>();
        private volatile List<PlayerView> view = List.of();
        private volatile int tick;
        private volatile int[] front = new int[3];
        private int[] back = new int[3];
        private volatile boolean running = true;

        World() {
            for (int i = 0; i < players.length; i++) {
                players[i] = new Player(i); // safe: before the threads start
            }
        }

        void loop() {
            while (running) {
                step();
                try {
                    Thread.sleep(1);
                } catch (InterruptedException e) {
                    return;
                }
            }
        }

        private void step() {
            tick++; // safe: volatile with one writer
            for (Input in = inputs.poll(); in != null; in = inputs.poll()) {
                players[in.player()].move(in.dx());
            }
            if (tick % 3 == 0) {
                projectiles.add(tick); // safe: tick thread only
            }
            projectiles.removeIf(born -> tick - born > 6);
            List<PlayerView> next = new ArrayList<>();
            for (Player p : players) {
                if (projectiles.contains(p.x)) { // safe: x is written by this same thread
                    p.hurt(3);
                }
                next.add(new PlayerView(p.id, p.x, p.health)); // race:health
            }
            view = List.copyOf(next); // safe: immutable snapshot in a volatile field
            publishScores();
        }

        private void publishScores() {
            int[] scores = back; // safe: the field is used by the tick thread only
            for (Player p : players) {
                scores[p.id] = p.x + tick; // race:scores
            }
            back = front;
            front = scores;
        }

        int leader() {
            int[] scores = front;
            int best = 0;
            for (int i = 1; i < scores.length; i++) {
                if (scores[i] > scores[best]) { // race:scores
                    best = i;
                }
            }
            return best;
        }
    }

    static void network(World world, Player me) {
        int encounters = 0;
        for (int i = 0; i < 25; i++) {
            world.inputs.add(new Input(me.id, i % 4 - 1));
            me.sent++; // safe: own thread, read after the latch
            Player other = world.players[(me.id + 1) % 3];
            if (me.near(other) || world.leader() == other.id) {
                encounters++;
            }
            for (PlayerView v : world.view) { // safe: immutable snapshot
                if (v.id() == me.id && v.health() < 95 && me.drink()) {
                    break;
                }
            }
            if (encounters % 8 == 7) {
                me.drink();
            }
            Thread.yield();
        }
    }

    public static void main(String[] args) throws InterruptedException {
        World world = new World();
        Thread ticker = new Thread(world::loop, "tick");
        ticker.start();
        CountDownLatch gone = new CountDownLatch(world.players.length);
        for (Player p : world.players) {
            new Thread(() -> {
                try {
                    network(world, p);
                } finally {
                    gone.countDown();
                }
            }, "net-" + p.id).start();
        }
        gone.await();
        int sent = 0;
        for (Player p : world.players) {
            sent += p.sent; // safe: after the latch
        }
        System.out.println("inputs " + sent + ", tick " + world.tick);
        world.running = false;
        ticker.join();
        for (Player p : world.players) {
            System.out.println(p.id + " at " + p.x + " health " + p.health); // safe: tick joined, network threads gone
        }
    }
}
