// Class initialisers run when a class is first used, and then in the order of the text: superclasses first, interfaces
// only if they have default methods, constants never, a holder only when it is asked. One of them fails.
package callgraph.initialisers;

import java.util.ArrayList;
import java.util.List;

public class Main {
    static final List<String> LOG = new ArrayList<>();

    static {
        note("Main");
    }

    static void note(String text) {
        LOG.add(text);
    }

    static int noted(String text, int value) {
        note(text);
        return value;
    }

    public static void main(String[] args) {
        note("start");
        note("constant " + Unused.CONSTANT);
        Child[] none = new Child[0];
        note("array " + none.length);
        new Child();
        new Child();
        note("field " + WithDefault.FIELD);
        note("parent's " + Other.inherited());
        note("interface's " + new Gauge().limit());
        Lazy lazy = Lazy.instance();
        note(lazy == Lazy.instance() ? "same" : "different");
        try {
            Broken.touch();
        } catch (ExceptionInInitializerError e) {
            note("broken by " + e.getCause().getMessage());
        }
        LOG.forEach(System.out::println);
    }
}

class Unused {
    static final int CONSTANT = 7;

    static {
        Main.note("never");
    }
}

class Parent {
    static int first = Main.noted("Parent.first", 1);

    static {
        Main.note("Parent");
    }

    int field = Main.noted("Parent.field", first);

    static String inherited() {
        return "method";
    }
}

interface WithDefault {
    int FIELD = Main.noted("WithDefault.FIELD", 3);

    default void nothing() {
    }
}

interface WithoutDefault {
    int FIELD = Main.noted("WithoutDefault.FIELD", 4);
}

class Child extends Parent implements WithDefault, WithoutDefault {
    static {
        Main.note("Child");
    }

    {
        Main.note("Child instance " + field);
    }
}

// A class that is running has initialised its superclasses, but not its interfaces: their fields and methods do.
interface Limits {
    int UPPER = Main.noted("Limits.UPPER", 5);
}

interface Scale {
    int FACTOR = Main.noted("Scale.FACTOR", 6);

    static int times(int value) {
        return value * FACTOR;
    }
}

class Gauge implements Limits, Scale {
    int limit() {
        return UPPER + Scale.times(2);
    }
}

class Other extends Parent {
    static {
        Main.note("Other, not needed for a method of Parent");
    }
}

final class Lazy {
    private Lazy() {
        Main.note("Lazy made");
    }

    static Lazy instance() {
        return Holder.INSTANCE;
    }

    private static final class Holder {
        static final Lazy INSTANCE = new Lazy();
    }
}

class Broken {
    static final int VALUE = fail();

    static int fail() {
        throw new IllegalStateException("its own initialiser");
    }

    static void touch() {
    }
}
