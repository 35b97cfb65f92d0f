package deadheat.eval;

import java.io.IOException;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.zip.ZipFile;

/** The classes in the jars of the program, by their names with slashes. */
public final class Application {
    private final Set<String> classes = new HashSet<>();

    public Application(List<Path> jars) throws IOException {
        for (Path jar : jars) {
            try (ZipFile zip = new ZipFile(jar.toFile())) {
                zip.stream().map(entry -> entry.getName())
                        .filter(name -> name.endsWith(".class") && !name.startsWith("META-INF/"))
                        .forEach(name -> classes.add(name.substring(0, name.length() - ".class".length())));
            }
        }
    }

    public boolean contains(String className) {
        return classes.contains(className);
    }
}
