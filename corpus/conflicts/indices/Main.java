package conflicts.indices;

/** Elements of arrays by constant indices: the same, different ones, and a sum over all. */
public final class Main {
    private static final int LEFT = 0;
    private static final int RIGHT = 1;

    static final class Scale {
        final int[] pans = new int[2];
        final long[] readings = new long[4];
        final String[] labels = {"left", "right"};
        final double[][] grid = new double[2][3];

        void loadLeft() {
            pans[LEFT] += 5; // safe: the other thread uses the other index
            readings[0] = 1; // safe: main reads it after join
            readings[2] += 10; // race:readings
            grid[0][1] = 0.5; // safe: another row
            labels[0] = "L"; // race:labels
        }

        void loadRight() {
            pans[RIGHT] += 7; // safe: the other thread uses the other index
            readings[1] = 2; // safe: main reads it after join
            readings[2] += 20; // race:readings
            grid[1][1] = 0.7; // safe: another row
        }

        int letters() {
            int sum = 0;
            for (String label : labels) { // race:labels
                sum += label.length();
            }
            return sum;
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Scale scale = new Scale();
        Thread left = new Thread(scale::loadLeft);
        Thread right = new Thread(scale::loadRight);
        left.start();
        right.start();
        int letters = scale.letters();
        left.join();
        right.join();
        System.out.println(scale.pans[LEFT] + scale.pans[RIGHT]); // safe: after join
        System.out.println(scale.readings[0] + scale.readings[1] + scale.grid[0][1]); // safe: after join
        if (letters > 9 || scale.readings[2] == 0) { // safe: after join
            throw new AssertionError();
        }
    }
}
