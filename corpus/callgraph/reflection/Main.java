// Reflection with constant names: classes by name, constructors with and without arguments, methods that are public,
// private, static or inherited, a field, an annotation, and names in a constant list. What the JVM calls for it comes
// from the library.
package callgraph.reflection;

import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.reflect.Constructor;
import java.lang.reflect.Field;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;

public class Main {
    public static void main(String[] args) throws Exception {
        Class<?> plugin = Class.forName("callgraph.reflection.Plugin");
        Runnable first = (Runnable) plugin.getDeclaredConstructor().newInstance();
        first.run();
        Constructor<?> named = plugin.getDeclaredConstructor(String.class);
        Object second = named.newInstance("second");
        Method greet = plugin.getMethod("greet", String.class);
        System.out.println(greet.invoke(second, "you"));
        Method secret = Plugin.class.getDeclaredMethod("secret");
        secret.setAccessible(true);
        System.out.println(secret.invoke(second));
        System.out.println(Helper.class.getMethod("version").invoke(null));
        System.out.println(plugin.getMethod("inherited").invoke(first));
        Field field = plugin.getDeclaredField("name");
        field.setAccessible(true);
        System.out.println(field.get(second));
        System.out.println(plugin.getAnnotation(Marked.class).value());
        try {
            Method fail = plugin.getMethod("fail");
            fail.invoke(first);
        } catch (InvocationTargetException e) {
            System.out.println(e.getCause().getMessage());
        }
        for (String name : System.getProperty("callgraph.steps", Step.NAMES).split(",")) {
            ((Runnable) Class.forName(name).getDeclaredConstructor().newInstance()).run();
        }
        Object[] array = (Object[]) java.lang.reflect.Array.newInstance(plugin, 1);
        array[0] = first;
        ((Runnable) array[0]).run();
    }
}

interface Step extends Runnable {
    String NAMES = "callgraph.reflection.Warm,callgraph.reflection.Fill";
}

class Warm implements Step {
    @Override
    public void run() {
        System.out.println("warm");
    }
}

class Fill implements Step {
    @Override
    public void run() {
        System.out.println("filled");
    }
}

@Retention(RetentionPolicy.RUNTIME)
@interface Marked {
    String value();
}

class Helper {
    static {
        System.out.println("helper is ready");
    }

    public static String version() {
        return "version " + number();
    }

    private static int number() {
        return 3;
    }
}

class Base {
    public String inherited() {
        return "inherited by " + describe();
    }

    String describe() {
        return "base";
    }
}

@Marked("mark")
class Plugin extends Base implements Runnable {
    private final String name;

    public Plugin() {
        this("default");
    }

    Plugin(String name) {
        this.name = name;
    }

    @Override
    public void run() {
        System.out.println("run " + name);
    }

    public String greet(String whom) {
        return name + " greets " + whom;
    }

    private String secret() {
        return "secret of " + name;
    }

    public void fail() {
        throw new IllegalStateException("failed " + name);
    }

    @Override
    String describe() {
        return "plugin";
    }
}
