package classic.exceptions;

import java.io.IOException;

/** try, catch and finally, nested in each other; finally is copied to every way out. */
class Exceptions {
    static int oneCatch(int a) {
        try {
            return 100 / a;
        } catch (ArithmeticException e) {
            return -1;
        }
    }

    static String multiCatch(Object o) {
        try {
            return o.toString() + Class.forName("x");
        } catch (NullPointerException | ClassNotFoundException e) {
            return e.getMessage();
        } catch (RuntimeException e) {
            throw new IllegalStateException(e);
        }
    }

    static int withFinally(int[] counter, int a) {
        try {
            return 100 / a;
        } finally {
            counter[0]++;
        }
    }

    static int nested(int[] log) {
        int depth = 0;
        try {
            depth = 1;
            try {
                depth = 2;
                log[depth]++;
                depth = 3;
                log[depth]++;
            } catch (ArrayIndexOutOfBoundsException inner) {
                depth += 10;
                log[depth]++;
            } finally {
                depth += 100;
                log[0]++;
            }
        } catch (RuntimeException outer) {
            depth = -depth;
        }
        return depth;
    }

    @SuppressWarnings("finally")
    static int finallyReturns(int a) {
        try {
            throw new IOException();
        } catch (IOException e) {
            return 1;
        } finally {
            return 2;
        }
    }

    static int loop(int n) {
        int failures = 0;
        for (int i = 0; i < n; i++) {
            try {
                if (i % 2 == 0) {
                    continue;
                }
                mayThrow(i);
                if (i == 7) {
                    break;
                }
            } catch (IOException e) {
                failures++;
            } finally {
                failures += 1000;
            }
        }
        return failures;
    }

    static void mayThrow(int i) throws IOException {
        if (i > 3) {
            throw new IOException("at " + i);
        }
    }

    static void rethrow() throws IOException {
        try {
            mayThrow(1);
        } catch (final Exception e) {
            throw e;
        }
    }
}
