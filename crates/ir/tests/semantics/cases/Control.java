/** Branches, loops and switches: phis get the value of the way that was taken. */
public class Control {
    public static int fibonacci(int n) {
        int a = 0;
        int b = 1;
        for (int i = 0; i < (n & 31); i++) {
            int next = a + b;
            a = b;
            b = next;
        }
        return a;
    }

    public static int swaps(int n) {
        int a = 1;
        int b = 2;
        int c = 3;
        while (n-- > 0 && n < 50) {
            int t = a;
            a = b;
            b = c;
            c = t;
        }
        return a * 100 + b * 10 + c;
    }

    public static int greatestCommonDivisor(int a, int b) {
        while (b != 0) {
            int t = a % b;
            a = b;
            b = t;
        }
        return a;
    }

    public static long power(long base, int exponent) {
        long result = 1;
        for (int e = exponent & 63; e != 0; e >>= 1) {
            if ((e & 1) != 0) {
                result *= base;
            }
            base *= base;
        }
        return result;
    }

    public static int nested(int n, int m) {
        int total = 0;
        outer:
        for (int i = 0; i < (n & 15); i++) {
            for (int j = i; ; j++) {
                if (j > (m & 15)) {
                    continue outer;
                }
                if (i * j > 40) {
                    break outer;
                }
                if (j % 3 == 0) {
                    continue;
                }
                total += i ^ j;
            }
        }
        return total;
    }

    public static int doWhile(int n) {
        int steps = 0;
        do {
            n = (n & 1) == 0 ? n / 2 : 3 * n + 1;
            steps++;
        } while (n != 1 && steps < 60);
        return steps;
    }

    public static int ternaries(int a, int b) {
        return a > b ? a : b > 0 ? a == 0 ? 1 : b : a < -5 ? -a : 2;
    }

    public static int onStack(int a, boolean p, boolean q) {
        return a * (p ? a : 1) + pick(a, q ? 2 : 3, p || q) - (p && !q ? 5 : 6);
    }

    private static int pick(int a, int b, boolean first) {
        return first ? a : b;
    }

    public static int table(int n) {
        int x = n;
        switch (n) {
            case -1: x = 5; break;
            case 0: x += 3;
            case 1: x *= 2;
            case 2: x++; break;
            case 7: return 77;
            default: x = -x;
        }
        return x;
    }

    public static int lookup(int n) {
        switch (n) {
            case Integer.MIN_VALUE: return 1;
            case -13: return 2;
            case 100: return 3;
            case Integer.MAX_VALUE: return 4;
            default: return n;
        }
    }

    public static int switchInLoop(int n) {
        int state = 0;
        for (int i = 0; i < (n & 15); i++) {
            switch (state) {
                case 0: state = 1; continue;
                case 1: state = (i & 2) == 0 ? 2 : 3; break;
                case 2: state = 0; break;
                default: return -i;
            }
            state ^= i & 1;
        }
        return state;
    }

    public static int strings(int n) {
        String[] words = {"Aa", "BB", "other", "", "größe", null};
        String word = words[n & 3];
        switch (word) {
            case "Aa": return 1;
            case "BB": return 2;
            case "": return 3;
            default: return word.length();
        }
    }

    public static String concatenated(int a, long b, boolean c) {
        String text = "a=" + a + ", b=" + b;
        text += c;
        return text + 'x' + "\1" + a;
    }

    public static int recursive(int n, int m) {
        return ackermann(n & 1, m & 3);
    }

    private static int ackermann(int n, int m) {
        if (n == 0) {
            return m + 1;
        }
        return m == 0 ? ackermann(n - 1, 1) : ackermann(n - 1, ackermann(n, m - 1));
    }

    public static int dead(boolean p) {
        int x;
        if (p) {
            x = 1;
        } else {
            x = 2;
        }
        x = 3;
        while (true) {
            if (x++ > 10) {
                return x;
            }
        }
    }
}
