package shape.names;

/** Local variables and values: several values of one variable, several variables of one value, slots used again. */
class Names {
    static int severalValues(int a) {
        int x = a + 1;
        x = x * 2;
        x = x - 3;
        return x;
    }

    static int severalNames(int a) {
        int b = a;
        int c = b;
        return b + c;
    }

    static int swapped(int a, int b) {
        int t = a;
        a = b;
        b = t;
        return a - b;
    }

    static int scopes(boolean first) {
        if (first) {
            int one = 1;
            return one;
        } else {
            String two = "2";
            return two.length();
        }
    }

    static int reused(int n) {
        for (int i = 0; i < n; i++) {
            System.out.println(i);
        }
        for (long j = 0; j < n; j++) {
            System.out.println(j);
        }
        return n;
    }

    static int constants() {
        int zero = 0;
        int nought = 0;
        return zero + nought;
    }

    static int merged(boolean b) {
        int x;
        if (b) {
            x = 1;
        } else {
            x = 2;
        }
        return x;
    }

    int receiver(Names names, long wide, double other, int last) {
        return last;
    }
}
