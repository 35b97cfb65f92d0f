package classic.deadcode;

/** Blocks that end in throw or never end; javac leaves no dead code itself, but jumps over what is never left. */
class DeadCode {
    static int thrown(int a) {
        if (a < 0) {
            throw new IllegalArgumentException();
        } else {
            throw new UnsupportedOperationException();
        }
    }

    static int emptyTry() {
        try {
        } finally {
            System.out.println();
        }
        return 1;
    }

    static int neverThrows(int a) {
        int b = a;
        try {
            b = a + 1;
        } catch (RuntimeException e) {
            b = -1;
        }
        return b;
    }

    static void unused(int a) {
        int b = a * 2;
        Object o = null;
    }

    static int whileTrueInTry(int a) {
        try {
            while (true) {
                a = 10 / a;
            }
        } catch (ArithmeticException e) {
            return a;
        }
    }
}
