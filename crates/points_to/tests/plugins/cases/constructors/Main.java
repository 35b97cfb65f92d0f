package constructors;

// Constructors with arguments: chosen by the types that are asked for, filled with what fits.
//= main -> Door.<init>
//= Door.key = Key
//= Door.name = any java/lang/String
//= Main.door = Door
//= Main.plain = Window
//= never Window.other
//= Window.<init> -> Window.one
//= Main.cause = any Jammed
//= edit getConstructor(Key.class, String.class) to getConstructor(Lock.class)
//= edited Door.key =
//= edited Door.lock = Lock
public class Main {
    static Object door, plain, cause;

    public static void main(String[] args) throws Exception {
        Object[] given = args.length > 0 ? new Object[] {new Key(), args[0]} : new Object[] {new Lock()};
        door = Door.class.getConstructor(Key.class, String.class).newInstance(given);
        var window = Window.class.getDeclaredConstructor(int.class);
        window.setAccessible(true);
        plain = window.newInstance(3);
        try {
            Jam.class.getConstructors()[0].newInstance();
        } catch (java.lang.reflect.InvocationTargetException e) {
            cause = e.getCause();
        }
    }
}

class Key {}

class Lock {}

class Door {
    static Object key, name, lock;

    public Door(Key key, String name) {
        Door.key = key;
        Door.name = name;
    }

    public Door(Lock lock) {
        Door.lock = lock;
    }
}

class Window {
    private Window(int size) {
        one();
    }

    Window(Key key) {
        other();
    }

    static void one() {}

    static void other() {}
}

class Jammed extends RuntimeException {}

class Jam {
    public Jam() {
        throw new Jammed();
    }
}
