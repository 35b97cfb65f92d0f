/** Pattern switches and record patterns. */
public class Patterns {
    sealed interface Shape { }

    record Circle(int radius) implements Shape { }

    record Square(int side, Object tag) implements Shape {
        Square {
            if (side == 7) {
                side = 70;
            }
        }

        public Object tag() {
            if (side < 0) {
                throw new IllegalStateException();
            }
            return tag;
        }
    }

    public static int area(int n) {
        Shape shape = (n & 1) == 0 ? new Circle(n) : new Square(n, "tag");
        return switch (shape) {
            case Circle circle when circle.radius() > 50 -> -1;
            case Circle circle -> circle.radius() * 3;
            case Square(int side, String tag) when side > 1 -> side * side + tag.length();
            case Square(int side, var tag) -> side;
        };
    }

    public static int types(int n) {
        Object[] objects = {n, (long) n, "text", "other", null, new int[n & 3], new Circle(n), "a"};
        return switch (objects[n & 7]) {
            case null -> 0;
            case Integer i when i > 10 -> 1;
            case Integer i -> i;
            case Long l -> (int) (l + 1);
            case String s when s.length() > 3 -> 4;
            case String s -> s.length();
            case int[] array when array.length == 0 -> 5;
            case int[] array -> array.length + 10;
            case Circle(var radius) -> radius + 100;
            default -> 7;
        };
    }

    public static boolean instance(int n) {
        Object o = n > 0 ? new Square(n, new Circle(n)) : new Circle(n);
        return o instanceof Square(int side, Circle(int radius)) && side == radius;
    }
}
