package java17.sealed;

/** Sealed types name their subtypes. */
sealed interface Shape permits Circle, Square, Shape.Unit {
    enum Unit implements Shape {
        ONE {
            @Override
            public double area() {
                return 1;
            }
        };
    }

    double area();
}

record Circle(double radius) implements Shape {
    @Override
    public double area() {
        return Math.PI * radius * radius;
    }
}

non-sealed class Square implements Shape {
    double side;

    @Override
    public double area() {
        return side * side;
    }
}

abstract sealed class Animal {
    static final class Cat extends Animal { }

    static non-sealed class Dog extends Animal { }
}
