package runtime.arrays;

/** Arrays of every type: halves that threads keep to themselves, and one element that they share. */
public final class Main {
    static final int[] ints = new int[100];
    static final long[] longs = new long[100];
    static final byte[] bytes = new byte[100];
    static final boolean[] booleans = new boolean[100];
    static final char[] chars = new char[100];
    static final short[] shorts = new short[100];
    static final float[] floats = new float[100];
    static final double[] doubles = new double[100];
    static final String[] strings = new String[100];
    static final double[][] rows = new double[4][50];

    static void work(int from, int to) {
        for (int i = from; i < to; i++) {
            ints[i]++; // race:ints
            longs[i] += i; // race:longs
            doubles[i] = longs[i] / 2.0; // race:doubles,longs
            strings[i] = "s"; // race:strings
            rows[from / 50][i % 50] += 1; // safe: each thread has its own row
        }
        ints[7] += 1; // race:ints
        longs[8] += 1; // race:longs
        bytes[9] += 1; // race:bytes
        booleans[9] = from == 0; // race:booleans
        chars[10] += 1; // race:chars
        shorts[11] += 1; // race:shorts
        floats[12] += 1; // race:floats
        doubles[13] += 1; // race:doubles
        strings[14] = "t"; // race:strings
        rows[3][15] += 1; // race:rows
    }

    static void others(int from) {
        int[] none = null;
        try {
            none[from] = 1;
        } catch (NullPointerException e) {
            System.out.print("");
        }
        try {
            ints[-1 - from]++;
        } catch (ArrayIndexOutOfBoundsException e) {
            System.out.print("");
        }
        Object[] objects = strings;
        try {
            objects[from + 20] = from;
        } catch (ArrayStoreException e) {
            System.out.print("");
        }
    }

    public static void main(String[] args) throws Exception {
        // The shared elements are in the lower half, where the upper thread has no business.
        Thread lower = new Thread(() -> work(0, 50), "lower");
        Thread upper = new Thread(() -> work(50, 100), "upper");
        lower.start();
        upper.start();
        lower.join();
        upper.join();
        others(0);
        int sum = 0;
        for (int i = 0; i < 100; i++) {
            sum += ints[i]; // safe: after join
        }
        System.out.println(sum >= 100 ? "done" : "lost");
    }
}
