package java21.recordpatterns;

/** Patterns that take records apart: an exception of an accessor becomes a MatchException. */
class RecordPatterns {
    record Point(int x, long y) { }

    record Line(Point from, Object to) { }

    static long sum(Object o) {
        if (o instanceof Point(int x, long y)) {
            return x + y;
        }
        return 0;
    }

    static long nested(Line line) {
        return switch (line) {
            case Line(Point(var x, var y), Point(int u, long v)) when x > u -> x - u + y - v;
            case Line(Point from, String text) -> from.x() + text.length();
            case Line(var from, var to) -> 0;
        };
    }

    /** Both cases look at `x`: newer compilers join them in a switch over an int, whose labels are dynamic constants. */
    static long joined(Point point) {
        return switch (point) {
            case Point(int x, long y) when x > 0 -> y;
            case Point(int x, long y) -> -y;
        };
    }
}
