package shape.lines;

/** Line numbers: statements on several lines, several on one line, calls broken over lines. */
class Lines {
    static int spread(int a, int b) {
        return a
                + b
                * helper(
                    a,
                    b);
    }

    static int helper(int a, int b) { a++; b++; return a * b; }

    int field =
        helper(1,
            2);

    static String chain(StringBuilder builder) {
        return builder
                .append(1)
                .append(2)
                .toString();
    }

    static int loop(int n) {
        int sum = 0;
        for (
            int i = 0;
            i < n;
            i++
        ) {
            sum += i;
        }

        return sum;
    }

    Lines() {
    }
}
