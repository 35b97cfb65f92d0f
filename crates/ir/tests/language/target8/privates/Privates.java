package target8.privates;

import java.util.function.Supplier;

/** Before Java 11, private methods were called as they stand, not by the receiver's class; lambdas too. */
class Privates {
    private int value() {
        return 1;
    }

    int direct() {
        return value();
    }

    Supplier<Integer> lambda() {
        return () -> value() + 1;
    }

    Supplier<Integer> reference() {
        return this::value;
    }

    static Supplier<String> ofParameter(StringBuilder builder) {
        return builder::toString;
    }
}
