package realistic.bubblesort;

/** Bubble sort as in a text book, in a thread that believes to be alone. */
final class Bubble extends Thread {
    private final Row row;
    private int rounds;
    private static int finished;
    private static String slowest = "";

    Bubble(Row row, int number) {
        super("bubble " + number);
        this.row = row;
    }

    @Override
    public void run() {
        boolean changed;
        do {
            changed = false;
            for (int i = 0; i < row.size() - 1; i++) {
                if (row.order(i)) {
                    row.count();
                    changed = true;
                }
            }
            rounds++; // safe: its own field
        } while (changed && rounds < 100); // safe: its own field
        finished++; // race:finished
        slowest = getName(); // race:slowest
    }

    static boolean over() {
        return finished >= 3 && !slowest.isEmpty(); // race:finished,slowest
    }
}
