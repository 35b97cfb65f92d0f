package classic.conditions;

/** Ternaries and short-circuit operators, as values and as conditions. */
class Conditions {
    static int ternary(boolean a, int b, int c) {
        return a ? b : c > 0 ? c : -c;
    }

    static boolean asValue(int a, int b, Object o) {
        return a > 0 && b != a || o == null;
    }

    static String references(Object a, Object b) {
        if (a != b && (a == null || !a.equals(b))) {
            return "different";
        }
        return "same";
    }

    static boolean logical(boolean a, boolean b) {
        a &= b;
        a |= !b;
        return a ^ b;
    }

    static long wide(boolean a) {
        return (a ? 1L : 2L) * (a ? 3L : 4L);
    }

    static int always(int a) {
        if (false) {
            return 1;
        }
        while (true) {
            if (a++ > 10) {
                return a;
            }
        }
    }
}
