package shape.handlers;

/** Assignments inside of a try: the handler sees one value for each instruction that may throw after it. */
class Handlers {
    static int progress(int[] a) {
        int step = 0;
        try {
            a[0] = 1;
            step = 1;
            a[1] = 1;
            step = 2;
            a[2] = 1;
            step = 3;
        } catch (RuntimeException e) {
            return step;
        }
        return -step;
    }

    static int notRead(int[] a) {
        int step = 0;
        try {
            a[0] = 1;
            step = 1;
            a[1] = 1;
        } catch (RuntimeException e) {
            step = 9;
        }
        return step;
    }

    static double wide(long[] a, double d) {
        long l = a.length;
        try {
            d = d * 2;
            l = a[0] / l;
            d = d + l;
            l = a[1];
        } catch (ArrayIndexOutOfBoundsException | ArithmeticException e) {
            return l - d;
        } finally {
            a[0] = l;
        }
        return d;
    }

    static int inLoop(int[] a) {
        int i = 0;
        while (true) {
            try {
                i += a[i] + 1;
            } catch (ArrayIndexOutOfBoundsException e) {
                return i;
            }
        }
    }

    static int retry(int n) {
        int attempts = 0;
        while (true) {
            try {
                attempts++;
                return 10 / (attempts - n);
            } catch (ArithmeticException e) {
                n++;
            }
        }
    }

    static String catchInCatch(Object o) {
        String result = "none";
        try {
            result = o.toString();
        } catch (NullPointerException e) {
            try {
                result = e.getMessage().trim();
            } catch (NullPointerException inner) {
                result = inner == e ? "same" : result;
            }
        }
        return result;
    }

    static int assignedBefore(int a) {
        int b = a * 2;
        int c;
        try {
            c = 10 / b;
        } catch (ArithmeticException e) {
            c = b;
        }
        return b + c;
    }
}
