package heldout.spreadsheet;

/** One value or formula; the owner of the sheet guards it. */
abstract class Cell {
    private int cached;
    private boolean dirty = true;

    protected abstract int compute(Sheet sheet);

    /** Called with the lock of the sheet held. */
    final int value(Sheet sheet) {
        if (dirty) { // safe: under the write lock of the sheet
            cached = compute(sheet); // safe: under the write lock of the sheet
            dirty = false; // safe: under the write lock of the sheet
        }
        return cached; // safe: under the write lock of the sheet
    }

    /** Called with the lock of the sheet held. */
    final void touch() {
        dirty = true; // safe: under the write lock of the sheet
    }

    static final class Constant extends Cell {
        private int number;

        Constant(int number) {
            this.number = number;
        }

        void set(int value) {
            number = value; // safe: under the write lock of the sheet
        }

        @Override
        protected int compute(Sheet sheet) {
            return number; // safe: under the write lock of the sheet
        }
    }

    static final class Sum extends Cell {
        private final String[] inputs;

        Sum(String... inputs) {
            this.inputs = inputs.clone();
        }

        @Override
        protected int compute(Sheet sheet) {
            int sum = 0;
            for (String input : inputs) { // safe: a copy that nobody changes
                sum += sheet.evaluate(input);
            }
            return sum;
        }
    }
}
