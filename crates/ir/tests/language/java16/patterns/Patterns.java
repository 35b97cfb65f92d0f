package java16.patterns;

/** Patterns of instanceof; their variables live as long as the test holds. */
class Patterns {
    static int length(Object o) {
        if (o instanceof String text && !text.isEmpty()) {
            return text.length();
        }
        if (!(o instanceof int[] numbers)) {
            return -1;
        }
        return numbers.length;
    }

    static int loop(Object o) {
        int depth = 0;
        while (o instanceof Object[] array && array.length > 0) {
            o = array[0];
            depth++;
        }
        return depth;
    }

    static boolean field(Patterns p) {
        return p.content instanceof Integer number && number > 3;
    }

    Object content;
}
