import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Scanner;

/**
 * Runs cases and tells what their static fields hold then. Each line of the input is about one case, separated by tabs: the
 * folder with its resources, its name, fields, a dash, the arguments of the program. A line of the output: case, field, value.
 */
public class Oracle {
    public static void main(String[] args) throws Exception {
        Scanner input = new Scanner(System.in, "UTF-8");
        while (input.hasNextLine()) {
            run(Arrays.asList(input.nextLine().split("\t")));
        }
    }

    private static void run(List<String> line) throws Exception {
        String name = line.get(1);
        int dash = line.indexOf("-");
        // Resources of one case must not be seen by others.
        var loader = new URLClassLoader(new URL[] {Path.of(line.get(0)).toUri().toURL()}, Oracle.class.getClassLoader());
        Thread.currentThread().setContextClassLoader(loader);
        try {
            var main = loader.loadClass(name + ".Main").getMethod("main", String[].class);
            main.invoke(null, (Object) line.subList(dash + 1, line.size()).toArray(String[]::new));
        } catch (InvocationTargetException e) {
            System.out.println(name + "\tthrows\t" + e.getCause());
        }
        for (String field : line.subList(2, dash)) {
            int dot = field.indexOf('.');
            Class<?> owner = loader.loadClass(name + "." + field.substring(0, dot));
            var reflected = owner.getDeclaredField(field.substring(dot + 1));
            reflected.setAccessible(true);
            System.out.println(name + "\t" + field + "\t" + describe(reflected.get(null)));
        }
    }

    private static String describe(Object value) {
        if (value == null) {
            return "null";
        }
        if (Proxy.isProxyClass(value.getClass())) {
            return "proxy of " + value.getClass().getInterfaces()[0].getName();
        }
        if (value instanceof String) {
            return "\"" + value + "\"";
        }
        return value instanceof Class<?> type ? "class " + type.getTypeName() : value.getClass().getTypeName();
    }
}
