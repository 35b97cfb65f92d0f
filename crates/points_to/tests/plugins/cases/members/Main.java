package members;

// All members of a class, and what a member tells.
//= main -> Menu.open
//= main -> Menu.close
//= never Menu.secret
//= main -> Hidden.one
//= main -> Hidden.two
//= Main.owner = class Menu
//= Main.name = "open"
//= Main.type = class Result
//= Main.libraryType = any java/lang/Class
//= Main.fieldName = "first"
//= Main.values = One, Two
//= edit method.invoke(new Menu()) to method.getDeclaringClass().getMethod("open").invoke(new Menu())
//= edited never Menu.close
public class Main {
    static Object owner, name, type, libraryType, fieldName, values;

    public static void main(String[] args) throws Exception {
        for (var method : Menu.class.getMethods()) {
            if (method.getDeclaringClass() == Menu.class) {
                method.invoke(new Menu());
            }
        }
        for (var method : Hidden.class.getDeclaredMethods()) {
            method.setAccessible(true);
            method.invoke(null);
        }
        var open = Menu.class.getMethod("open");
        owner = open.getDeclaringClass();
        name = open.getName();
        type = open.getReturnType();
        // What members of libraries tell about libraries would not come to an end.
        libraryType = Thread.class.getMethod("getName").getReturnType();
        fieldName = Store.class.getField("first").getName();
        for (var field : Store.class.getFields()) {
            values = field.get(null);
        }
    }
}

class Result {}

class One {}

class Two {}

class Three {}

class Store {
    public static Object first = new One();
    public static Object second = new Two();
    static Object third = new Three();
}

class Menu {
    public Result open() {
        return new Result();
    }

    public void close() {}

    void secret() {}
}

class Hidden {
    private static void one() {}

    static void two() {}
}
