package java08.serializable;

import java.io.Serializable;
import java.util.Comparator;
import java.util.RandomAccess;
import java.util.function.Function;

/** Lambdas that need the second metafactory: serialisable, with marker interfaces, with bridges. */
class Markers {
    interface OfText {
        String apply(String text);
    }

    /** Both methods are one to the language and two to the JVM; no code in this interface joins them. */
    interface Joined extends Function<String, String>, OfText { }

    static Runnable serializable(int captured) {
        return (Runnable & Serializable) () -> System.out.println(captured);
    }

    static Runnable marked() {
        return (Runnable & RandomAccess & Cloneable) () -> { };
    }

    static Joined bridged() {
        return text -> text;
    }

    static Comparator<String> reference() {
        return (Comparator<String> & Serializable) String::compareTo;
    }
}
