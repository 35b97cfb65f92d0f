import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;

/** Classes and methods by name, through handles, and behind a proxy. */
public class Plugins {
    interface Plugin {
        Object run(Object input);
    }

    public static class Copy implements Plugin {
        static final Object CREATED = new Object();

        public Copy() {
        }

        public Object run(Object input) {
            return input;
        }
    }

    public static class Tools {
        public static Object trim(Object input) {
            return input;
        }

        public Object wrap(Object input) {
            return new Object[] {input};
        }

        public Object other(Object input) {
            return null;
        }
    }

    static class Logging implements InvocationHandler {
        final Object target;

        Logging(Object target) {
            this.target = target;
        }

        public Object invoke(Object proxy, Method method, Object[] args) {
            return log(args);
        }

        Object log(Object[] args) {
            return target;
        }
    }

    public static void main(String[] args) throws Throwable {
        Plugin plugin = (Plugin) Class.forName("Plugins$Copy").getDeclaredConstructor().newInstance();
        Object copied = plugin.run(args);

        Method wrap = Tools.class.getMethod("wrap", Object.class);
        Object wrapped = wrap.invoke(new Tools(), copied);

        MethodType type = MethodType.methodType(Object.class, Object.class);
        MethodHandle trim = MethodHandles.lookup().findStatic(Tools.class, "trim", type);
        Object trimmed = (Object) trim.invoke(wrapped);

        Class<?>[] interfaces = {Plugin.class};
        Plugin logged = (Plugin) Proxy.newProxyInstance(Plugins.class.getClassLoader(), interfaces, new Logging(plugin));
        logged.run(trimmed);

        // Nobody knows before it runs.
        Class.forName(args[0]).getDeclaredConstructor().newInstance();
    }
}
