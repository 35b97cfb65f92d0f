package heldout.antcolony;

/** The ring of cells the ants live on. Two food buffers are swapped between generations. */
final class World {
    static final int CELLS = 64;

    private int[] food = new int[CELLS];
    private int[] nextFood = new int[CELLS];
    private final int[] trail = new int[CELLS];
    private final int generations;
    private int generation;
    private int best;
    private int bestSeen;
    private boolean finished;

    World(int generations) {
        this.generations = generations;
        for (int i = 0; i < CELLS; i++) {
            food[i] = i % 9; // safe: constructor
        }
    }

    /** Phase one: new food values from the old ones of the neighbours. */
    int spread(int from, int to) {
        int sum = 0;
        for (int i = from; i < to; i++) {
            int left = food[Math.floorMod(i - 1, CELLS)]; // safe: nobody writes this buffer in this phase
            int right = food[(i + 1) % CELLS]; // safe: nobody writes this buffer in this phase
            nextFood[i] = (left + food[i] + right) / 3; // safe: strips do not overlap
            sum += nextFood[i]; // safe: own strip
        }
        return sum;
    }

    /** Also phase one: every ant marks its own cell and the one in front of it. */
    void deposit(int from, int to) {
        for (int i = from; i < to; i++) {
            for (int step = 0; step < 2; step++) {
                int cell = (i + step) % CELLS;
                trail[cell] += 2; // race:trail
            }
        }
    }

    /** Phase two, after the barrier: each strip fades on its own. */
    void evaporate(int from, int to) {
        for (int i = from; i < to; i++) {
            if (trail[i] > 0) { // safe: own strip, barrier before and after
                trail[i]--; // safe: own strip, barrier before and after
            }
        }
    }

    void report(int score) {
        if (score > best) { // race:best
            best = score; // race:best
        }
    }

    /** Action of the first barrier. */
    void swap() {
        int[] old = food; // safe: runs while all workers wait at the barrier
        food = nextFood; // safe: runs while all workers wait at the barrier
        nextFood = old; // safe: runs while all workers wait at the barrier
    }

    /** Action of the second barrier. */
    void endGeneration() {
        generation++; // race:generation
        bestSeen = Math.max(bestSeen, best); // safe: runs while all workers wait at the barrier
        best = 0; // safe: runs while all workers wait at the barrier
        finished = generation == generations; // safe: runs while all workers wait at the barrier
    }

    boolean isFinished() {
        return finished; // safe: workers ask right after the barrier
    }

    int workerGeneration() {
        return generation; // safe: workers ask between two barriers
    }

    int generation() {
        return generation; // race:generation
    }

    int bestSeen() {
        return bestSeen; // safe: after join
    }

    int totalFood() {
        int sum = 0;
        for (int f : food) { // safe: after join
            sum += f;
        }
        return sum;
    }

    int marked() {
        int n = 0;
        for (int t : trail) { // safe: after join
            n += t > 0 ? 1 : 0;
        }
        return n;
    }
}
