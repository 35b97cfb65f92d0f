package java09.concat;

/** Concatenation by invokedynamic: constants in the recipe, and the recipe's own special characters as constants. */
class Concat {
    static final String INLINED = "inlined";

    static String plain(String a, int b, long c, char d, Object e, boolean f, double g) {
        return a + b + c + d + e + f + g;
    }

    static String mixed(String name, int age) {
        return "name: " + name + ", age: " + age + " (" + INLINED + ")";
    }

    static String special(int a) {
        return "one \1 two \2 " + a + "\1";
    }

    static String empty(String a) {
        return "" + a;
    }

    static String nulls(Object o) {
        return null + "text" + o;
    }

    static String flattened(int a, int b) {
        return "(" + (a + "," + b) + ")";
    }

    /** A site takes at most 200 arguments; what has more is joined from parts. */
    static String split(int i) {
        return "" + i+i+i+i+i+i+i+i+i+i+i+i+i+i+i+i+i+i+i+i+i+i+i+i+i+i+i+i+i+i+i+i+i+i+i+i+i+i+i+i+i+i+i+i+i+i+i+i+i+i
                + i+i+i+i+i+i+i+i+i+i+i+i+i+i+i+i+i+i+i+i+i+i+i+i+i+i+i+i+i+i+i+i+i+i+i+i+i+i+i+i+i+i+i+i+i+i+i+i+i+i
                + i+i+i+i+i+i+i+i+i+i+i+i+i+i+i+i+i+i+i+i+i+i+i+i+i+i+i+i+i+i+i+i+i+i+i+i+i+i+i+i+i+i+i+i+i+i+i+i+i+i
                + i+i+i+i+i+i+i+i+i+i+i+i+i+i+i+i+i+i+i+i+i+i+i+i+i+i+i+i+i+i+i+i+i+i+i+i+i+i+i+i+i+i+i+i+i+i+i+i+i+i
                + i+i+i;
    }
}
