package classic.numbers;

/** Arithmetic, comparisons and conversions of all number types. */
class Numbers {
    static int ints(int a, int b) {
        return (a + b) * (a - b) / b % 7 ^ (a & b | ~a) + (a << b) + (a >> b) + (a >>> b) + -a;
    }

    static long longs(long a, long b, int shift) {
        return (a + b) * (a - b) / b % 7 ^ (a & b | ~a) + (a << shift) + (a >> shift) + (a >>> b) + -a;
    }

    static float floats(float a, float b) {
        return (a + b) * (a - b) / b % 7f + -a;
    }

    static double doubles(double a, double b) {
        return (a + b) * (a - b) / b % 7.0 + -a;
    }

    static boolean compareLongs(long a, long b) {
        return a < b || a == 0 && b >= a;
    }

    static boolean compareDoubles(double a, double b, float c) {
        return a < b && !(a > c) || c >= 1.5f || a != b;
    }

    static int conversions(int i, long l, float f, double d) {
        i = (int) l + (int) f + (int) d;
        l = i + (long) f + (long) d;
        f = i + (float) l + (float) d;
        d = i + l + (double) f;
        return (byte) i + (char) l + (short) d;
    }

    static double[] constants() {
        return new double[] {0, 1, -1, 1.5f, 1e300, Double.NaN, Float.MIN_VALUE, Long.MIN_VALUE, -0.0};
    }

    static long narrow() {
        int[] small = {-1, 5, 6, 127, 128, 32767, 32768};
        long[] wide = {0L, 1L, 2L, Long.MAX_VALUE};
        float[] floats = {0f, 1f, 2f, 3f, Float.NaN, 1e-40f};
        return small.length + wide.length + floats.length;
    }

    static long[] specials() {
        return new long[] {
            Double.doubleToLongBits(zero() + 1.5), Float.floatToIntBits(Float.NEGATIVE_INFINITY), 'x', Byte.MIN_VALUE,
        };
    }

    static double zero() {
        return -0.0;
    }
}
