package realistic.bubblesort;

/** Numbers in a row, with the operations that all sorters share. */
final class Row {
    private final int[] cells;
    int swaps;

    private Row(int size) {
        cells = new int[size];
    }

    static Row shuffled(int size, int step) {
        Row row = new Row(size);
        for (int i = 0; i < size; i++) {
            row.cells[i] = i * step % size; // safe: before start
        }
        return row;
    }

    int size() {
        return cells.length;
    }

    /** Puts two neighbours in order; true if they were not. */
    boolean order(int at) {
        int left = cells[at]; // race:cells
        int right = cells[at + 1]; // race:cells
        if (left <= right) {
            return false;
        }
        cells[at] = right; // race:cells
        cells[at + 1] = left; // race:cells
        return true;
    }

    void count() {
        swaps++; // race:swaps
    }

    int first() {
        return cells[0]; // race:cells
    }

    boolean sorted() {
        for (int i = 1; i < cells.length; i++) {
            if (cells[i - 1] > cells[i]) { // safe: for rows whose sorters have ended
                return false;
            }
        }
        return true;
    }
}
