package heldout.arena;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.BrokenBarrierException;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CyclicBarrier;
import java.util.function.IntBinaryOperator;

/** Game server core: regions are simulated in parallel, the barrier action closes every tick. */
public class Main {

    record Command(int player, int dx) { }

    static class Player {
        private final int id;
        private int cell;
        private int moves;

        Player(int id, int cell) {
            this.id = id;
            this.cell = cell;
        }

        void move(int dx, int width) {
            cell = Math.floorMod(cell + dx, width); // safe: called only from the barrier action
            moves++;
        }
    }

    static class World {
        private final int width;
        private final List<Player> players = new ArrayList<>();
        private final Queue<Command> inbound = new ConcurrentLinkedQueue<>();
        private int[] current;
        private int[] next;
        private int tick;
        private String scoreboard = "";

        World(int width) {
            this.width = width;
            current = new int[width];
            next = new int[width];
        }

        void simulate(int from, int to, IntBinaryOperator spread) {
            for (int i = from; i < to; i++) {
                int left = current[Math.floorMod(i - 1, width)]; // safe: nobody writes 'current' during a tick
                int right = current[(i + 1) % width]; // safe: nobody writes 'current' during a tick
                next[i] = spread.applyAsInt(left, right); // safe: each region writes its own cells
            }
        }

        /** Runs in the last region thread to arrive, while all others wait. */
        void endTick() {
            int[] old = current;
            current = next; // safe: barrier action
            next = old; // safe: barrier action
            Arrays.fill(next, 0); // safe: barrier action
            Command c;
            while ((c = inbound.poll()) != null) {
                players.get(c.player()).move(c.dx(), width); // safe: list is not changed after the start
            }
            for (Player p : players) {
                current[p.cell] += 10; // safe: barrier action
            }
            tick++; // safe: barrier action
            scoreboard = buildScoreboard();
        }

        private String buildScoreboard() {
            StringBuilder sb = new StringBuilder("tick ").append(tick).append(':');
            for (Player p : players) {
                sb.append(" p").append(p.id).append('@').append(p.cell).append('/').append(p.moves);
            }
            return sb.toString();
        }
    }

    static class Region extends Thread {
        private final World world;
        private final CyclicBarrier barrier;
        private final int from;
        private final int to;
        private final int ticks;
        private long heat;

        Region(World world, CyclicBarrier barrier, int from, int to, int ticks) {
            super("region-" + from);
            this.world = world;
            this.barrier = barrier;
            this.from = from;
            this.to = to;
            this.ticks = ticks;
        }

        @Override
        public void run() {
            try {
                while (world.tick < ticks) { // safe: tick changes only while everybody waits at the barrier
                    world.simulate(from, to, (a, b) -> (a + b) / 2);
                    barrier.await();
                    for (int i = from; i < to; i++) {
                        heat += world.current[i]; // safe: written before the barrier opened
                    }
                }
            } catch (InterruptedException | BrokenBarrierException e) {
                throw new IllegalStateException(e);
            }
        }
    }

    static Thread client(World world, int player, int... steps) {
        return new Thread(() -> {
            for (int dx : steps) {
                world.inbound.add(new Command(player, dx)); // safe: concurrent queue
                Thread.yield();
            }
        }, "client-" + player);
    }

    public static void main(String[] args) throws InterruptedException {
        final int width = 24;
        final int ticks = 8;
        World world = new World(width);
        for (int i = 0; i < 3; i++) {
            world.players.add(new Player(i, i * 8));
        }
        world.endTick(); // safe: tick zero is closed before any thread starts

        CyclicBarrier barrier = new CyclicBarrier(3, world::endTick);
        List<Region> regions = new ArrayList<>();
        for (int r = 0; r < 3; r++) {
            regions.add(new Region(world, barrier, r * 8, (r + 1) * 8, ticks));
        }
        List<Thread> clients = List.of(
                client(world, 0, 1, 1, 1, -2),
                client(world, 1, -1, 3),
                client(world, 2, 5, 5, 5));
        clients.forEach(Thread::start);
        regions.forEach(Thread::start);

        long heat = 0;
        for (Region r : regions) {
            r.join();
            heat += r.heat; // safe: after join
        }
        for (Thread c : clients) {
            c.join();
        }
        System.out.println(world.scoreboard); // safe: all regions joined
        System.out.println("heat " + heat + ", left over commands " + world.inbound.size());
    }
}
