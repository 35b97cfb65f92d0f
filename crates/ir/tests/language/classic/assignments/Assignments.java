package classic.assignments;

/** Compound assignments, increments and chains: the stack is used for more than one value at a time. */
class Assignments {
    int field;
    long wide;
    static double shared;

    static int locals(int a) {
        a += 3;
        a -= 4;
        a *= 5;
        a <<= 2;
        a >>>= 1;
        a++;
        --a;
        int b = a++ + ++a;
        a = b = a * 2;
        return a + b;
    }

    static byte narrow(byte b, char c) {
        b += 200;
        b >>= 1;
        c++;
        c *= 1.5;
        return (byte) (b + c);
    }

    int onFields(Assignments other) {
        other.field += field++;
        wide = other.wide = 7;
        shared = shared++ + --shared;
        return field = other.field <<= 2;
    }

    static int onElements(int[] a, long[] b, int i) {
        a[i++] += a[i--];
        b[i]++;
        return a[i] = a[i + 1] = i;
    }

    static String text(String s) {
        s += 1;
        s += 'c';
        return s;
    }
}
