/** Exceptions: handlers see the values of the instruction that threw, and finally runs on every way out. */
public class Failures {
    private static int log;

    public static int progress(int n) {
        int[] a = new int[n & 3];
        int step = 0;
        try {
            a[0] = 1;
            step = 1;
            a[1] = 1;
            step = 2;
            a[2] = 1;
            step = 3;
        } catch (ArrayIndexOutOfBoundsException e) {
            return -step;
        }
        return step;
    }

    public static double wide(int n, double d) {
        long[] a = new long[n & 3];
        long l = n;
        double x = d;
        try {
            x = x * 2;
            l = 100 / l + a[0];
            x = x + l;
            a[1] = l;
            l = 5 / (l - 100);
        } catch (ArrayIndexOutOfBoundsException | ArithmeticException e) {
            return l - x;
        } finally {
            log += (int) l;
        }
        return x + log;
    }

    public static int nested(int n) {
        int[] a = new int[5];
        int depth = 0;
        try {
            depth = 1;
            try {
                depth = 2;
                a[n & 7]++;
                depth = 3;
                a[n >> 1 & 7]++;
                depth = 10 / n;
            } catch (ArrayIndexOutOfBoundsException inner) {
                depth += 10;
                a[n]++;
            } finally {
                depth += 100;
                a[depth & 7]++;
            }
        } catch (RuntimeException outer) {
            depth = -depth;
        }
        return depth;
    }

    public static int finallyInLoop(int n) {
        int sum = 0;
        for (int i = 0; i < (n & 15); i++) {
            try {
                if (i % 3 == 0) {
                    continue;
                }
                if (i == 10) {
                    break;
                }
                sum += 100 / (i - 5);
            } catch (ArithmeticException e) {
                sum += 1000;
            } finally {
                sum++;
            }
        }
        return sum;
    }

    @SuppressWarnings("finally")
    public static int finallyWins(int n) {
        try {
            return 10 / n;
        } finally {
            if (n < 5) {
                return n;
            }
        }
    }

    public static int returnValueIsSaved(int n) {
        int x = n;
        try {
            return x;
        } finally {
            x = 7;
        }
    }

    public static int retry(int n) {
        int attempts = 0;
        while (true) {
            try {
                attempts++;
                if (attempts > 20) {
                    return -1;
                }
                return 10 / ((n & 3) - attempts & 3);
            } catch (ArithmeticException e) {
                n += attempts;
            }
        }
    }

    public static int catchOrder(int n) {
        try {
            raise(n);
            return 0;
        } catch (IllegalArgumentException e) {
            return 1;
        } catch (ClassCastException | IllegalStateException e) {
            return 2;
        } catch (RuntimeException e) {
            return 3;
        } catch (Error e) {
            return 4;
        }
    }

    public static void raise(int n) {
        switch (n & 7) {
            case 0: throw new IllegalArgumentException("zero");
            case 1: throw new IllegalStateException();
            case 2: throw new UnsupportedOperationException();
            case 3: throw new AssertionError();
            case 4: throw (RuntimeException) null;
            case 5: throw new Own(n);
            default:
        }
    }

    public static int own(int n) {
        try {
            raise(n);
        } catch (Own own) {
            return own.value + 1;
        }
        return 0;
    }

    static class Own extends RuntimeException {
        final int value;

        Own(int value) {
            super(null, null);
            this.value = value;
        }
    }

    public static int resources(int n) {
        log = 0;
        try (Resource first = new Resource(1, n); Resource second = n > 50 ? null : new Resource(10, n >> 1)) {
            log += 1000;
            if (n == 7) {
                throw new IllegalStateException();
            }
            log += first.weight;
        } catch (IllegalStateException e) {
            log += 5000;
        } catch (ArithmeticException e) {
            log += 7000;
        }
        return log;
    }

    static class Resource implements AutoCloseable {
        final int weight;
        final int divisor;

        Resource(int weight, int divisor) {
            this.weight = weight;
            this.divisor = divisor;
        }

        @Override
        public void close() {
            log = log * 2 + weight / (divisor & 3);
        }
    }

    public static int constructors(int n) {
        Resource resource;
        try {
            resource = new Resource(100 / n, n > 0 ? 1 : 2);
        } catch (ArithmeticException e) {
            resource = new Resource(5, 6);
        }
        return resource.weight * 10 + resource.divisor;
    }

    public static int nulls(int n) {
        int[] array = n > 0 ? null : new int[2];
        Own object = n < 0 ? null : new Own(n);
        int done = 0;
        try {
            done = 1;
            done += array.length;
            done += object.value;
        } catch (NullPointerException e) {
            done += 100;
        }
        return done;
    }

    public static int negativeSize(int n) {
        try {
            return new int[n >> 20].length + new int[2][n >> 28].length;
        } catch (NegativeArraySizeException e) {
            return -1;
        }
    }

    public static int endless(int n) {
        int a = n | 1;
        try {
            while (true) {
                a = a / (a & 1);
                a = a >>> 1;
            }
        } catch (ArithmeticException e) {
            return a;
        }
    }
}
