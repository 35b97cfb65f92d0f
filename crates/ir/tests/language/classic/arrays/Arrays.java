package classic.arrays;

/** Arrays of every element type, of several dimensions, and with initialisers. */
class Arrays {
    static void everyKind(boolean[] z, byte[] b, char[] c, short[] s, int[] i, long[] l, float[] f, double[] d,
            Object[] o) {
        z[0] = !z[1];
        b[0] = (byte) (b[1] + 1);
        c[0] = (char) (c[1] + 1);
        s[0] = (short) (s[1] + 1);
        i[0] = i[1] + 1;
        l[0] = l[1] + 1;
        f[0] = f[1] + 1;
        d[0] = d[1] + 1;
        o[0] = o[1];
    }

    static Object[] allocations(int n) {
        return new Object[] {
            new boolean[n], new byte[n], new char[n], new short[n], new int[n], new long[n], new float[n],
            new double[n], new String[n], new String[n][],
        };
    }

    static int[][] square(int n) {
        int[][] rows = new int[n][n];
        rows[1][2] += 3;
        return rows;
    }

    static long[][][] cube() {
        return new long[2][3][];
    }

    static int[][] literal() {
        return new int[][] {{1}, {}, null};
    }

    static Object copy(int[] source) {
        return source.clone();
    }

    static int sum(int[] numbers) {
        int sum = 0;
        for (int number : numbers) {
            sum += number;
        }
        return sum;
    }

    static Class<?> type() {
        return String[][].class;
    }

    static String[] narrowed(Object o) {
        return (String[]) o;
    }
}
