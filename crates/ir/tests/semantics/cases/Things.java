/** Objects, fields, arrays, dispatch, enums, inner classes, lambdas and monitors. */
public class Things {
    static int counter;
    int field = 3;
    byte small;
    long wide;

    public static int arrays(int n) {
        int[] a = new int[(n & 7) + 1];
        for (int i = 0; i < a.length; i++) {
            a[i] = i * n;
        }
        for (int i = 0; i < a.length / 2; i++) {
            int t = a[i];
            a[i] = a[a.length - 1 - i];
            a[a.length - 1 - i] = t;
        }
        int i = 0;
        a[i++] += a[i < a.length ? i : 0]--;
        int sum = 0;
        for (int element : a.clone()) {
            sum = sum * 31 + element;
        }
        return sum;
    }

    public static long smallArrays(int n) {
        byte[] b = {(byte) n, 0};
        char[] c = {(char) n, 0};
        short[] s = {(short) n, 0};
        boolean[] z = {n > 0, false};
        b[1] += b[0] + 100;
        c[1] += c[0] - 7;
        s[1] -= s[0] * 3;
        z[1] = !z[0];
        return b[1] + c[1] * 3L + s[1] * 5L + (z[1] ? 1000 : 0);
    }

    public static int grid(int n) {
        int[][] rows = new int[3][4];
        int[][] ragged = {{1, n}, {}, {n, 2, 3}};
        rows[n & 1][n & 3] = n;
        rows[2] = ragged[n & 2];
        int sum = 0;
        for (int[] row : rows) {
            for (int cell : row) {
                sum = sum * 7 + cell;
            }
        }
        return sum;
    }

    public static int storeCheck(int n) {
        Object[] objects = n > 0 ? new Things[1] : new Object[1];
        try {
            objects[0] = "text";
            return 1;
        } catch (ArrayStoreException e) {
            return 2;
        }
    }

    public static long fields(int n) {
        Things thing = new Things();
        Things other = n > 10 ? thing : new Things();
        thing.field += n;
        other.field = thing.field-- + other.field++;
        thing.small = (byte) (n + 1);
        thing.small++;
        other.wide = thing.wide = n * 3L;
        counter += thing.field;
        return other.field + thing.small + thing.wide + counter;
    }

    public static int dispatch(int n) {
        Shape[] shapes = {new Square(n), new Circle(n), new Square(2) {
            @Override
            public int area() {
                return super.area() + n;
            }
        }};
        int sum = 0;
        for (Shape shape : shapes) {
            sum = sum * 3 + shape.area() + shape.twice();
            sum += shape instanceof Square ? ((Square) shape).side : 1;
        }
        return sum;
    }

    interface Shape {
        int area();

        default int twice() {
            return 2 * area();
        }
    }

    static class Square implements Shape {
        final int side;

        Square(int side) {
            this.side = side;
        }

        @Override
        public int area() {
            return side * side;
        }
    }

    static class Circle implements Shape {
        final int radius;

        Circle(int radius) {
            this.radius = radius;
        }

        @Override
        public int area() {
            return 3 * radius * radius;
        }

        @Override
        public int twice() {
            return Shape.super.twice() + 1;
        }
    }

    public static int casts(int n) {
        Object[] objects = {new Square(1), new Circle(2), new int[1], "text", null, new Square[1]};
        Object o = objects[(n & 7) % 6];
        int bits = (o instanceof Shape ? 1 : 0) + (o instanceof Square ? 2 : 0) + (o instanceof int[] ? 4 : 0)
                + (o instanceof Object[] ? 8 : 0) + (o instanceof Shape[] ? 16 : 0) + (o instanceof String ? 32 : 0);
        try {
            return bits + ((Square) o).side;
        } catch (ClassCastException e) {
            return -bits;
        }
    }

    enum Level {
        LOW(1), MIDDLE(5) {
            @Override
            int weigh(int n) {
                return n - weight;
            }
        }, HIGH(9);

        final int weight;

        Level(int weight) {
            this.weight = weight;
        }

        int weigh(int n) {
            return n * weight;
        }
    }

    public static int enums(int n) {
        Level level = Level.values()[(n & 3) % 3];
        switch (level) {
            case LOW: n++;
            case HIGH: n += 2; break;
            default: n -= 3;
        }
        return level.weigh(n) + level.ordinal();
    }

    class Inner {
        int value = field;

        int add(int n) {
            field += n;
            return value + field;
        }
    }

    public static int inner(int n) {
        Things outer = new Things();
        Inner inner = outer.new Inner();
        class Local {
            int both() {
                return inner.add(n) + n;
            }
        }
        return new Local().both() + outer.field;
    }

    interface Operation {
        int apply(int a, int b);

        default Operation twice() {
            return (a, b) -> apply(apply(a, b), b);
        }
    }

    interface Maker {
        Things make();
    }

    private int scaled(int a, int b) {
        return field * a - b;
    }

    public static int lambdas(int a, int b) {
        Things thing = new Things();
        Operation plus = (x, y) -> x + y;
        Operation captured = (x, y) -> x * a + y * b;
        Operation bound = thing::scaled;
        Operation toStatic = Things::apart;
        Maker maker = Things::new;
        maker.make().field = 100;
        thing.field = 2;
        return plus.apply(a, b) + captured.twice().apply(b, 3) + bound.apply(a, b) + toStatic.twice().apply(a, b)
                + maker.make().field;
    }

    private static int apart(int a, int b) {
        return a > b ? a - b : b - a;
    }

    public static int boxes(int n) {
        Integer boxed = n;
        boxed++;
        Long wide = (long) boxed;
        wide += boxed;
        return boxed + (int) (long) wide;
    }

    private static final Object LOCK = new Object();

    public static int monitors(int n) {
        int result = 0;
        for (int i = 0; i < 4; i++) {
            synchronized (LOCK) {
                synchronized (Things.class) {
                    if (i == (n & 3)) {
                        continue;
                    }
                    result += locked(i);
                }
                if (n > 50) {
                    return result;
                }
            }
        }
        return result;
    }

    private static synchronized int locked(int n) {
        return n + 1;
    }

    public static int throwsInMonitor(int n) {
        synchronized (LOCK) {
            try {
                synchronized (LOCK) {
                    return new Things().divide(n);
                }
            } catch (ArithmeticException e) {
                counter++;
            }
            return locked(n) / n;
        }
    }

    private synchronized int divide(int n) {
        return 10 / n;
    }

    static class Early {
        static int value = Late.value + 1;
    }

    static class Late {
        static int value = Early.value + 10;
    }

    /** Initialisers that need each other: the first to come sees a zero. */
    public static int initialisation() {
        return Late.value * 100 + Early.value;
    }
}
