package shape.phis;

/** Where phis are needed and where not: loops, merges, swaps in loops, variables that do not change. */
class Phis {
    static int unchanged(int n, int same) {
        int sum = 0;
        for (int i = 0; i < n; i++) {
            sum += same;
        }
        return sum;
    }

    static int swapInLoop(int n) {
        int a = 0;
        int b = 1;
        while (n-- > 0) {
            int t = a;
            a = b;
            b = t;
        }
        return a * 10 + b;
    }

    static int fibonacci(int n) {
        int a = 0, b = 1;
        for (int i = 0; i < n; i++) {
            int next = a + b;
            a = b;
            b = next;
        }
        return a;
    }

    static int diamond(boolean p, boolean q, int a) {
        int x = a;
        if (p) {
            x++;
        }
        if (q) {
            x++;
        }
        return x;
    }

    static int nestedLoops(int n) {
        int total = 0;
        for (int i = 0; i < n; i++) {
            for (int j = i; j < n; j++) {
                total += j;
            }
        }
        return total;
    }

    static int dead(boolean p) {
        int x;
        if (p) {
            x = 1;
        } else {
            x = 2;
        }
        x = 3;
        return x;
    }

    static Object types(boolean p, Integer a, String b) {
        Object o = p ? a : b;
        Comparable<?> c = p ? a : b;
        return c == null ? o : c;
    }

    static long wideLoop(long n) {
        long product = 1;
        double half = n;
        while (n > 1) {
            product *= n--;
            half /= 2;
        }
        return product + (long) half;
    }

    static int onStack(int a, boolean p) {
        return a * (p ? a : 1) + helper(a, p ? 2 : 3, !p);
    }

    static int helper(int a, int b, boolean c) {
        return c ? a : b;
    }

    static int loopAtEntry(int n) {
        do {
            n -= 3;
        } while (n > 0);
        return n;
    }
}
