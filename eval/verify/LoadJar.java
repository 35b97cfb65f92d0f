import java.io.File;
import java.net.URL;
import java.net.URLClassLoader;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import java.util.jar.JarFile;

/** Loads and links every class of the first jar, and says what became of each; the others are what it needs. */
public final class LoadJar {
    public static void main(String[] jars) throws Exception {
        List<URL> places = new ArrayList<>();
        for (String jar : jars) {
            places.add(new File(jar).toURI().toURL());
        }
        TreeMap<String, String> results = new TreeMap<>();
        try (URLClassLoader loader = new URLClassLoader(places.toArray(new URL[0]));
                JarFile jar = new JarFile(new File(jars[0]))) {
            jar.stream().map(entry -> entry.getName()).filter(LoadJar::isClass).forEach(entry -> {
                String name = entry.substring(0, entry.length() - ".class".length()).replace('/', '.');
                results.put(name, link(name, loader));
            });
        }
        results.forEach((name, result) -> System.out.println(name + "\t" + result));
    }

    private static boolean isClass(String entry) {
        return entry.endsWith(".class") && !entry.startsWith("META-INF/") && !entry.endsWith("-info.class");
    }

    private static String link(String name, ClassLoader loader) {
        try {
            // Asking for methods links the class, and that verifies it; nothing is initialised.
            Class.forName(name, false, loader).getDeclaredMethods();
            return "linked";
        } catch (VerifyError | ClassFormatError e) {
            return e.toString().replaceAll("\\s+", " ");
        } catch (LinkageError | ClassNotFoundException e) {
            // It needs a class that is not there.
            return "missing " + e.getClass().getSimpleName();
        }
    }
}
