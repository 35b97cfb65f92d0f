package heldout.forestfire;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;

public class Main {

    static final byte TREE = 1;
    static final byte FIRE = 2;
    static final byte ASH = 3;

    static class Dice {
        private long state;

        Dice(long seed) {
            state = seed;
        }

        int roll(int sides) {
            state = state * 6364136223846793005L + 1442695040888963407L; // safe: a dice per row and step
            return (int) ((state >>> 33) % sides); // safe: a dice per row and step
        }
    }

    static class SharedDice {
        private long state = 17;

        boolean lucky() {
            state = state * 25214903917L + 11; // race:diceState
            return (state >>> 20 & 7) < 8; // race:diceState
        }
    }

    static class Forest {
        private final int width;
        private final int height;
        private byte[][] current;
        private byte[][] next;
        private final int[] burnedPerRow;
        private final int[] visitedPerRow;
        private final SharedDice wind = new SharedDice();
        private final AtomicInteger ignitions = new AtomicInteger();
        private final ConcurrentLinkedQueue<Integer> hotRows = new ConcurrentLinkedQueue<>();
        private long smoke;

        Forest(int width, int height) {
            this.width = width;
            this.height = height;
            current = new byte[height][width];
            next = new byte[height][width];
            burnedPerRow = new int[height];
            visitedPerRow = new int[height];
            for (byte[] row : current) {
                java.util.Arrays.fill(row, TREE);
            }
            current[height / 2][width / 2] = FIRE;
        }

        private boolean burning(int y, int x) {
            return y >= 0 && y < height && x >= 0 && x < width
                    && current[y][x] == FIRE; // safe: the current grid is only read during a step
        }

        private byte evolve(int y, int x) {
            byte cell = current[y][x]; // safe: the current grid is only read during a step
            if (cell == FIRE) {
                return ASH;
            }
            boolean near = burning(y - 1, x) || burning(y + 1, x) || burning(y, x - 1) || burning(y, x + 1);
            return cell == TREE && near && wind.lucky() ? FIRE : cell;
        }

        private synchronized void addSmoke(int n) {
            smoke += n; // safe: monitor of the forest
        }

        void step(int number) {
            IntStream.range(0, height).parallel().forEach(y -> {
                List<Integer> embers = new ArrayList<>(4 * width);
                List<Integer> sparks = new ArrayList<>();
                Dice dice = new Dice(31L * number + y);
                IntStream.range(0, width).parallel().forEach(x -> {
                    byte cell = evolve(y, x);
                    next[y][x] = cell; // safe: every pair (y, x) occurs once (false alarm: numbers of two nested loops are not compared)
                    if (cell == FIRE) {
                        ignitions.incrementAndGet(); // safe: atomic
                        burnedPerRow[y]++; // race:burnedPerRow
                        embers.add(x); // race:embers
                    }
                });
                for (int x = 0; x < width; x++) {
                    if (next[y][x] == FIRE && dice.roll(4) >= 0) { // safe: this row's inner loop is over (false alarm: as above)
                        sparks.add(x); // safe: filled by the outer iteration only
                    }
                }
                visitedPerRow[y] += sparks.size(); // safe: only the outer iteration y
                if (!sparks.isEmpty()) {
                    hotRows.add(y); // safe: concurrent queue
                }
                addSmoke(Math.min(embers.size(), 0)); // safe: inner loop is over
            });
            byte[][] swap = current; // safe: main thread between two steps
            current = next; // safe: main thread between two steps
            next = swap; // safe: main thread between two steps
        }

        int visited() {
            return IntStream.of(visitedPerRow).sum();
        }

        int burned() {
            return IntStream.of(burnedPerRow).sum(); // safe: all steps are over
        }
    }

    public static void main(String[] args) {
        Forest forest = new Forest(40, 30);
        for (int i = 0; i < 8; i++) {
            forest.step(i);
        }
        System.out.println("ignitions " + forest.ignitions.get());
        System.out.println("visited " + forest.visited());
        System.out.println("burned plausible " + (forest.burned() <= forest.ignitions.get()));
        System.out.println("hot rows " + forest.hotRows.size() + " smoke " + forest.smoke);
    }
}
