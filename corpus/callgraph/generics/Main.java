// Generics after erasure: bridge methods call the real ones, covariant results have bridges too, a bound decides where a
// call goes, and a cast fails in the caller of a method that has no cast itself.
package callgraph.generics;

import java.util.ArrayList;
import java.util.List;

public class Main {
    public static void main(String[] args) {
        Converter<String, Integer> length = new Length();
        System.out.println(convertAll(length, List.of("one", "three")));
        System.out.println(new Chain<>(length, new Half()).convert("eight___"));
        Node<Circle> node = new Node<>(new Circle(2));
        System.out.println(node.area() + " " + node.copy().value().area());
        Shape shape = new Circle(1);
        System.out.println(shape.copy().area());
        System.out.println(largest(List.of(new Circle(1), new Circle(3), new Circle(2))).area());
        try {
            String text = Main.<String>first(castAway(List.of(1)));
            System.out.println(text);
        } catch (ClassCastException e) {
            System.out.println("not a string");
        }
    }

    static <A, B> List<B> convertAll(Converter<A, B> converter, List<A> inputs) {
        List<B> outputs = new ArrayList<>();
        for (A input : inputs) {
            outputs.add(converter.convert(input));
        }
        return outputs;
    }

    static <T extends Shape & Comparable<T>> T largest(List<T> shapes) {
        T best = shapes.get(0);
        for (T shape : shapes) {
            if (shape.compareTo(best) > 0 && shape.area() > 0) {
                best = shape;
            }
        }
        return best;
    }

    static <T> T first(List<T> list) {
        return list.get(0);
    }

    @SuppressWarnings("unchecked")
    static <T> List<T> castAway(List<?> list) {
        return (List<T>) list;
    }
}

interface Converter<A, B> {
    B convert(A input);
}

class Length implements Converter<String, Integer> {
    @Override
    public Integer convert(String input) {
        return input.length();
    }
}

class Half implements Converter<Integer, Double> {
    @Override
    public Double convert(Integer input) {
        return input / 2.0;
    }
}

class Chain<A, B, C> implements Converter<A, C> {
    private final Converter<A, B> first;
    private final Converter<B, C> second;

    Chain(Converter<A, B> first, Converter<B, C> second) {
        this.first = first;
        this.second = second;
    }

    @Override
    public C convert(A input) {
        return second.convert(first.convert(input));
    }
}

abstract class Shape {
    abstract int area();

    abstract Shape copy();
}

class Circle extends Shape implements Comparable<Circle> {
    private final int radius;

    Circle(int radius) {
        this.radius = radius;
    }

    @Override
    int area() {
        return 3 * radius * radius;
    }

    @Override
    Circle copy() {
        return new Circle(radius);
    }

    @Override
    public int compareTo(Circle other) {
        return Integer.compare(radius, other.radius);
    }
}

class Node<T extends Shape> {
    private final T value;

    Node(T value) {
        this.value = value;
    }

    T value() {
        return value;
    }

    int area() {
        return value.area();
    }

    @SuppressWarnings("unchecked")
    Node<T> copy() {
        return new Node<>((T) value.copy());
    }
}
