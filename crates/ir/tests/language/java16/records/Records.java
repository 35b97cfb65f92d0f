package java16.records;

import java.util.List;

/** Records: compact and other constructors, static members, generated methods, nested, local, generic. */
class Records {
    record Point(int x, int y) { }

    record Range(long low, long high) implements Comparable<Range> {
        static final Range EMPTY = new Range(0);

        Range {
            if (low > high) {
                throw new IllegalArgumentException();
            }
            high++;
        }

        Range(long only) {
            this(only, only);
        }

        @Override
        public long low() {
            return low - 1;
        }

        @Override
        public int compareTo(Range other) {
            return Long.compare(low, other.low);
        }
    }

    record Pair<A, B extends List<A>>(A first, B... rest) {
        record Nothing() { }
    }

    static int local(int n) {
        record Local(int[] values) {
            int first() {
                return values[0];
            }
        }
        return new Local(new int[] {n}).first();
    }
}
