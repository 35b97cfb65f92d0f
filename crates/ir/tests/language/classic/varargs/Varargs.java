package classic.varargs;

/** Variable numbers of arguments: none, some, an array, primitives. */
class Varargs {
    static int count(String first, Object... rest) {
        return rest.length;
    }

    static long sum(long... numbers) {
        return numbers.length;
    }

    static long calls(Object[] array) {
        return count("a") + count("b", 1, "c") + count("d", array) + count("e", (Object) array) + sum() + sum(1, 2);
    }
}
