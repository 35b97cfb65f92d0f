import java.util.ArrayList;
import java.util.List;

/** Which method a call runs: overriding, default methods, super calls, private and static methods, initialisers. */
public class Shapes {
    interface Shape {
        double area();

        default String describe() {
            return name() + " of " + area();
        }

        private String name() {
            return getClass().getSimpleName();
        }
    }

    static class Circle implements Shape {
        static final double PI = Math.sqrt(9.8696);
        final double radius;

        Circle(double radius) {
            this.radius = radius;
        }

        public double area() {
            return PI * radius * radius;
        }
    }

    static class Square implements Shape {
        final double side;

        Square(double side) {
            this.side = side;
        }

        public double area() {
            return side * side;
        }

        @Override
        public String describe() {
            return "square: " + Shape.super.describe();
        }
    }

    /** Never made, so its methods are never run. */
    static class Triangle implements Shape {
        public double area() {
            return 0;
        }
    }

    static class Label {
        protected String text(Shape shape) {
            return shape.describe();
        }
    }

    static class LoudLabel extends Label {
        @Override
        protected String text(Shape shape) {
            return super.text(shape) + "!";
        }
    }

    static Shape largest(List<Shape> shapes) {
        Shape largest = null;
        for (Shape shape : shapes) {
            if (largest == null || shape.area() > largest.area()) {
                largest = shape;
            }
        }
        return largest;
    }

    static class Key {
        private final int number = 1;

        @Override
        public int hashCode() {
            return number;
        }

        @Override
        public boolean equals(Object other) {
            return other instanceof Key;
        }

        @Override
        public String toString() {
            return "key";
        }
    }

    static void unused() {
        new Triangle().area();
    }

    public static void main(String[] args) {
        List<Shape> shapes = new ArrayList<>();
        shapes.add(new Circle(2));
        shapes.add(new Square(3));
        Label label = args.length == 0 ? new Label() : new LoudLabel();
        String text = label.text(largest(shapes));
        Square square = new Square(1);
        double area = square.area();
        System.out.println(text + area + new Key());
    }
}
