// Records: the compact constructor, accessors that are written or generated, a second constructor, static factories, and
// the equals, hashCode and toString that the compiler leaves to the JVM, which call those of the components.
package callgraph.records;

import java.util.HashSet;
import java.util.List;
import java.util.Set;

public class Main {
    public static void main(String[] args) {
        Point origin = new Point();
        Point corner = Point.of(3, 4);
        Segment segment = new Segment(origin, corner, new Label("diagonal"));
        System.out.println(segment);
        System.out.println(segment.length() + " " + corner.x() + " " + corner.norm());

        Set<Segment> segments = new HashSet<>();
        segments.add(segment);
        segments.add(new Segment(Point.of(0, 0), Point.of(3, 4), new Label("DIAGONAL")));
        segments.add(new Segment(corner, origin, new Label("back")));
        System.out.println(segments.size());

        Pair<Label, List<Point>> pair = new Pair<>(new Label("both"), List.of(origin, corner));
        System.out.println(pair.first() + " " + pair.second().size());
        try {
            new Label(" ");
        } catch (IllegalArgumentException e) {
            System.out.println(e.getMessage());
        }
    }
}

record Point(int x, int y) {
    Point() {
        this(0, 0);
    }

    static Point of(int x, int y) {
        return new Point(x, y);
    }

    double norm() {
        return Math.sqrt(square(x()) + square(y()));
    }

    private static int square(int number) {
        return number * number;
    }
}

record Segment(Point from, Point to, Label label) {
    Segment {
        if (label == null) {
            label = Label.none();
        }
    }

    double length() {
        return Math.hypot(to.x() - from.x(), to.y() - from.y());
    }

    @Override
    public Label label() {
        return label.shortened(4);
    }
}

record Label(String text) {
    Label {
        if (text.isBlank()) {
            throw new IllegalArgumentException(complaint());
        }
    }

    static Label none() {
        return new Label("none");
    }

    private static String complaint() {
        return "a label needs text";
    }

    Label shortened(int length) {
        return text.length() <= length ? this : new Label(text.substring(0, length));
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Label that && text.equalsIgnoreCase(that.text);
    }

    @Override
    public int hashCode() {
        return text.toLowerCase().hashCode();
    }
}

record Pair<A, B>(A first, B second) {
}
