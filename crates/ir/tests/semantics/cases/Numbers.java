/** Every arithmetic instruction, with the arguments at which they are peculiar. */
public class Numbers {
    public static int add(int a, int b) {
        return a + b;
    }

    public static int mixed(int a, int b) {
        return (a + b) * (a - b) ^ (a & b | ~a) + -b;
    }

    public static int divide(int a, int b) {
        return a / b * 31 + a % b;
    }

    public static int shifts(int a, int b) {
        return (a << b) ^ (a >> b) ^ (a >>> b);
    }

    public static long longs(long a, long b) {
        return (a + b) * (a - b) ^ (a & b | ~a) + -b;
    }

    public static long divideLongs(long a, long b) {
        return a / b * 31 + a % b;
    }

    public static long shiftLongs(long a, int b) {
        return (a << b) ^ (a >> b) ^ (a >>> b);
    }

    public static int compareLongs(long a, long b) {
        return (a < b ? 1 : 0) + (a <= b ? 2 : 0) + (a > b ? 4 : 0) + (a >= b ? 8 : 0) + (a == b ? 16 : 0);
    }

    public static float floats(float a, float b) {
        return (a + b) * (a - b) / b + -a;
    }

    public static float remainder(float a, float b) {
        return a % b;
    }

    public static double doubles(double a, double b) {
        return (a + b) * (a - b) / b + -a;
    }

    public static double remainder(double a, double b) {
        return a % b;
    }

    public static int compareFloats(float a, float b) {
        return (a < b ? 1 : 0) + (a <= b ? 2 : 0) + (a > b ? 4 : 0) + (a >= b ? 8 : 0) + (a == b ? 16 : 0)
                + (a != b ? 32 : 0) + (!(a < b) ? 64 : 0) + (!(a > b) ? 128 : 0);
    }

    public static int compareDoubles(double a, double b) {
        return (a < b ? 1 : 0) + (a <= b ? 2 : 0) + (a > b ? 4 : 0) + (a >= b ? 8 : 0) + (a == b ? 16 : 0)
                + (a != b ? 32 : 0) + (!(a < b) ? 64 : 0) + (!(a > b) ? 128 : 0);
    }

    public static long fromInt(int a) {
        return (byte) a + (short) a * 3L + (char) a * 5L + (long) a * 7 + (long) (float) a + (long) (double) a;
    }

    public static int fromLong(long a) {
        return (int) a + (byte) a + (int) (float) a + (int) (double) a;
    }

    public static long fromFloat(float a) {
        return (int) a * 3L + (long) a + (byte) a + (char) a + (long) (double) a;
    }

    public static long fromDouble(double a) {
        return (int) a * 3L + (long) a + (short) a + (long) (float) a;
    }

    public static float toFloat(double a) {
        return (float) a;
    }

    public static int narrow(int a) {
        byte b = (byte) a;
        short s = (short) a;
        char c = (char) a;
        b += 100;
        s *= 3;
        c -= 7;
        b >>>= 1;
        return b + s + c;
    }

    public static int compound(int a, int b) {
        int x = a++ + ++a;
        x -= b--;
        x ^= --b;
        x <<= a;
        a = b = x + a;
        return a * 3 + b;
    }

    public static boolean logical(boolean a, boolean b) {
        boolean c = a & !b | a ^ b;
        c &= a || b;
        return c ? a && b : !a;
    }

    public static double sum(int n) {
        double sum = 0;
        for (int i = 1; i <= (n & 31); i++) {
            sum += 1.0 / i;
        }
        return sum;
    }
}
