package class_names;

// A class by a constant name, and an object of it.
//= main -> First.<clinit>
//= main -> First.<init>
//= never Second.<init>
//= never Second.<clinit>
//= Main.viaClass = First
//= Main.viaConstructor = First
//= Main.viaVariable = First, Third
//= Main.array = First[]
//= Main.asArray = First[]
//= Main.loaded = Third
//= unresolved 1 the class class_names.Missing
//= edit "class_names.First" to "class_names.Second"
//= edited main -> Second.<init>
//= edited never First.<init>
//= edited Main.viaClass = Second
//= edited Main.viaConstructor = Second
public class Main {
    static Object viaClass, viaConstructor, viaVariable, array, asArray, loaded;

    @SuppressWarnings("deprecation")
    public static void main(String[] args) throws Exception {
        viaClass = Class.forName("class_names.First").newInstance();
        viaConstructor = Class.forName("class_names.First").getDeclaredConstructor().newInstance();
        String name = args.length == 0 ? "class_names.First" : "class_names.Third";
        viaVariable = Class.forName(name).newInstance();
        // Only an array has the class of an array.
        asArray = java.lang.reflect.Array.newInstance(Class.forName("class_names.First"), 3);
        array = Class.forName("[Lclass_names.First;").cast(asArray);
        Class<?> third = Main.class.getClassLoader().loadClass("class_names.Third");
        loaded = third.newInstance();
        try {
            Class.forName("class_names.Missing");
        } catch (ClassNotFoundException e) {
            // There is none.
        }
    }
}

class First {
    static int initialised = 1;

    static {
        initialised++;
    }
}

class Second {
    static int initialised = 1;

    static {
        initialised++;
    }
}

class Third {}
