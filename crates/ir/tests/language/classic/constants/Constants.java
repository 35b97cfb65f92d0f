package classic.constants;

/** Constants of the pool: strings of all sorts, classes, numbers that do not fit into instructions. */
class Constants {
    static final char CHAR = '\u2028';
    static final byte BYTE = -1;
    static final boolean FLAG = true;
    static final float FLOAT = 1.1f;
    static final double DOUBLE = Double.POSITIVE_INFINITY;

    static String[] strings() {
        return new String[] {
            "", "plain", "quote \" backslash \\ tab \t line \n return \r", "null \0 and \u0001", "größe \u20ac",
            "\ud83d\ude00", "half \ud83d", "// no comment { }", "v0 = b1:",
        };
    }

    static Class<?>[] classes() {
        return new Class<?>[] {Object.class, int.class, void.class, int[].class, Constants[][].class};
    }

    static int large() {
        return 100_000 + 0x7fffffff;
    }
}
