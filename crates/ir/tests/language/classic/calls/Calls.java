package classic.calls;

/** Calls of every kind: virtual, interface, special, static, on arrays and on results of calls. */
class Calls extends Parent {
    private int hidden() {
        return 1;
    }

    @Override
    int overridden() {
        return super.overridden() + hidden() + helper(this) + this.overridden();
    }

    static int helper(Parent parent) {
        return parent.overridden();
    }

    static String chain(StringBuilder builder, CharSequence text) {
        return builder.append(1).append(2L).append(text.charAt(0)).append(3.0).toString();
    }

    static boolean ignored(Object o, int[] array) {
        o.hashCode();
        helper(null);
        return array.equals(o);
    }

    static int recursive(int n) {
        return n <= 1 ? 1 : n * recursive(n - 1);
    }
}

class Parent {
    int overridden() {
        return 0;
    }
}
