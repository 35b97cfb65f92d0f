package realistic.bubblesort;

/** Odd and even pairs take turns, and all threads of a turn are joined before the next. */
final class OddEven {
    private final Row row;
    int phases;
    private final boolean[] moved = new boolean[2];

    OddEven(Row row) {
        this.row = row;
    }

    void sort() throws InterruptedException {
        for (int phase = 0; phase < row.size(); phase++) {
            int start = phase % 2;
            int middle = row.size() / 2;
            Thread lower = new Thread(() -> step(0, start, middle));
            Thread upper = new Thread(() -> step(1, middle + start, row.size() - 1));
            lower.start();
            upper.start();
            lower.join();
            upper.join();
            phases += 1; // safe: only main
            moved[0] |= moved[1]; // safe: after join
        }
    }

    private void step(int half, int from, int to) {
        boolean any = false;
        for (int i = from; i < to; i += 2) {
            any |= row.order(i); // safe: pairs of one phase do not overlap
        }
        moved[half] = any; // safe: an element for each half
    }
}
