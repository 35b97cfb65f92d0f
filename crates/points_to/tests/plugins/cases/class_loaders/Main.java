package class_loaders;

// A loader of the program's own: its hook runs, and what it defines nobody knows.
//= main -> Loader.findClass
//= main -> Plugin.<init>
//= Main.made = Plugin
//= Main.place = class Main
//= unresolved 1 a class that is defined from bytes
//= unresolved 1 an object of a class that is not known
//= edit loader.loadClass("class_loaders.Plugin") to loader.loadClass("class_loaders.Tool")
//= edited Main.made = Tool
//= edited never Plugin.<init>
public class Main {
    static Object made, place;

    @SuppressWarnings("deprecation")
    public static void main(String[] args) throws Exception {
        ClassLoader loader = new Loader();
        made = loader.loadClass("class_loaders.Plugin").newInstance();
        place = java.lang.invoke.MethodHandles.lookup().lookupClass();
    }
}

class Loader extends ClassLoader {
    @Override
    protected Class<?> findClass(String name) {
        byte[] bytes = new byte[10];
        return defineClass(name, bytes, 0, bytes.length);
    }
}

class Plugin {}

class Tool {}
