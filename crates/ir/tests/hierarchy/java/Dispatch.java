import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Calls the call sites of many worlds, each a folder of class files with a list of its sites, and prints what each one
 * returned or threw. The first line is the feature version of the JVM.
 */
public final class Dispatch {
    public static void main(String[] arguments) throws Exception {
        Path worlds = Path.of(arguments[0]);
        int count = Integer.parseInt(arguments[1]);
        StringBuilder out = new StringBuilder();
        out.append(Runtime.version().feature()).append('\n');
        for (int world = 0; world < count; world++) {
            Path folder = worlds.resolve("world" + world);
            ClassLoader loader = new FolderLoader(folder);
            for (String line : Files.readAllLines(folder.resolve("sites.txt"))) {
                String[] site = line.split(" ");
                out.append(world).append(' ').append(site[1]).append(' ').append(call(loader, site)).append('\n');
            }
        }
        System.out.print(out);
    }

    /** A site: the class that holds it, its name, the receiver's class or "-". */
    private static String call(ClassLoader loader, String[] site) {
        try {
            Class<?> holder = Class.forName(site[0], true, loader);
            Method method = find(holder, site[1]);
            Object result = site[2].equals("-")
                    ? method.invoke(null)
                    : method.invoke(null, Class.forName(site[2], true, loader).getDeclaredConstructor().newInstance());
            String text = String.valueOf(result);
            return text.contains("@") ? "java/lang/Object.toString" : text;
        } catch (InvocationTargetException thrown) {
            return thrown.getCause().getClass().getSimpleName();
        } catch (ReflectiveOperationException | LinkageError | IllegalArgumentException thrown) {
            return "cannot be called: " + thrown.toString().lines().findFirst().get();
        }
    }

    private static Method find(Class<?> holder, String name) throws NoSuchMethodException {
        for (Method method : holder.getDeclaredMethods()) {
            if (method.getName().equals(name)) {
                return method;
            }
        }
        throw new NoSuchMethodException(name);
    }

    private static final class FolderLoader extends ClassLoader {
        private final Path folder;

        FolderLoader(Path folder) {
            this.folder = folder;
        }

        @Override
        protected Class<?> findClass(String name) throws ClassNotFoundException {
            Path file = folder.resolve(name.replace('.', '/') + ".class");
            if (!Files.exists(file)) {
                throw new ClassNotFoundException(name);
            }
            try {
                byte[] bytes = Files.readAllBytes(file);
                return defineClass(name, bytes, 0, bytes.length);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }
}
