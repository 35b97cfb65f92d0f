package classic.casts;

import java.io.Serializable;
import java.util.List;

/** Casts and instanceof of classes, interfaces and arrays. */
class Casts {
    static int length(Object o) {
        if (o instanceof String) {
            return ((String) o).length();
        }
        if (o instanceof int[]) {
            return ((int[]) o).length;
        }
        return o instanceof List ? ((List<?>) o).size() : -1;
    }

    static Object widened(String s) {
        return (Comparable<String>) s;
    }

    static Serializable both(Object o) {
        return (Serializable & Comparable<?>) o;
    }
}
