package conflicts.offsets;

/** Two players on one score sheet: one fills row i, the other row i + n; a third column is shared. */
public final class Main {
    static final class Sheet {
        private final int rounds;
        private final int[] points;
        private final int[] bonus;
        private final byte[] marks;

        Sheet(int rounds) {
            this.rounds = rounds;
            this.points = new int[rounds * 2];
            this.bonus = new int[rounds + 1];
            this.marks = new byte[rounds];
        }

        void first() {
            for (int i = 0; i < rounds; i++) {
                points[i] = i; // safe: the lower half
                bonus[i] = i * 2; // race:bonus
                marks[i] |= 1; // race:marks
            }
        }

        void second() {
            int n = rounds;
            for (int i = 0; i < n; i++) {
                points[i + n] = 10 + i; // safe: the upper half
                bonus[i + 1] = i * 3; // race:bonus
                marks[n - 1 - i] |= 2; // race:marks
            }
        }
    }

    static void even(int[] shared) {
        for (int i = 0; i < shared.length; i += 2) {
            shared[i]++; // safe: even elements only
        }
    }

    static void odd(int[] shared) {
        for (int i = 1; i < shared.length; i += 2) {
            shared[i]++; // safe: odd elements only
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Sheet sheet = new Sheet(8);
        int[] turns = new int[10];
        Thread anna = new Thread(() -> {
            sheet.first();
            even(turns);
        });
        Thread bob = new Thread(() -> {
            sheet.second();
            odd(turns);
        });
        anna.start();
        bob.start();
        anna.join();
        bob.join();
        System.out.println(sheet.points[7] + sheet.points[15] + turns[4] + turns[5]); // safe: after join
        if (sheet.bonus[8] != 21 || sheet.marks[0] == 0) { // safe: after join
            throw new AssertionError();
        }
    }
}
