// Switches over types and record patterns, with guards. The choice of the case is made by the JVM, the accessors of the
// records are called by the switch.
package callgraph.patterns;

import java.util.List;

public class Main {
    public static void main(String[] args) {
        List<Shape> shapes = List.of(new Circle(2), new Rectangle(new Corner(0, 0), new Corner(2, 3)), new Nothing());
        for (Shape shape : shapes) {
            System.out.println(area(shape) + " " + describe(shape));
        }
        System.out.println(describe("text") + " " + describe(7) + " " + describe(-7) + " " + describe(null));
    }

    static double area(Shape shape) {
        return switch (shape) {
            case Circle circle -> circle.radius() * circle.radius() * 3;
            case Rectangle(Corner(int left, int top), Corner(int right, int bottom)) ->
                    span(left, right) * span(top, bottom);
            case Nothing nothing -> nothing.area();
        };
    }

    static String describe(Object thing) {
        return switch (thing) {
            case null -> missing();
            case Circle(int radius) when isSmall(radius) -> "dot";
            case Shape shape -> shape.name();
            case Integer number when number > 0 -> positive(number);
            case Integer number -> "number";
            case String text -> text.concat("!");
            default -> throw new IllegalStateException();
        };
    }

    private static int span(int from, int to) {
        return Math.abs(to - from);
    }

    private static boolean isSmall(int radius) {
        return radius < 3;
    }

    private static String positive(int number) {
        return "+" + number;
    }

    private static String missing() {
        return "missing";
    }
}

sealed interface Shape {
    default String name() {
        return getClass().getSimpleName();
    }
}

record Circle(int radius) implements Shape {
}

record Corner(int x, int y) {
}

record Rectangle(Corner first, Corner second) implements Shape {
}

final class Nothing implements Shape {
    double area() {
        return 0;
    }

    @Override
    public String name() {
        return "nothing";
    }
}
