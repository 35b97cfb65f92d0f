import java.io.BufferedOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.net.URI;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.stream.Stream;

/**
 * Writes all classes of java.base into one file, each with its length before it, and prints random pairs of types with
 * the answer of {@link Class#isAssignableFrom}: is the first a subtype of the second?
 */
public final class JdkClasses {
    public static void main(String[] arguments) throws Exception {
        List<String> names = writeAll(Path.of(arguments[0]));
        int pairs = Integer.parseInt(arguments[1]);
        Random random = new Random(1);
        List<Class<?>> classes = new ArrayList<>();
        for (int i = 0; i < 1500; i++) {
            classes.add(Class.forName(names.get(random.nextInt(names.size())), false, null));
        }
        StringBuilder out = new StringBuilder();
        for (int i = 0; i < pairs; i++) {
            Class<?> sub = randomArray(random, classes.get(random.nextInt(classes.size())));
            Class<?> sup = randomArray(random, random.nextBoolean()
                    ? classes.get(random.nextInt(classes.size()))
                    : randomSupertype(random, sub));
            out.append(name(sub)).append(' ').append(name(sup)).append(' ');
            out.append(sup.isAssignableFrom(sub)).append('\n');
        }
        System.out.print(out);
    }

    private static List<String> writeAll(Path file) throws IOException {
        Path root = FileSystems.getFileSystem(URI.create("jrt:/")).getPath("/modules/java.base");
        List<String> names = new ArrayList<>();
        try (Stream<Path> paths = Files.walk(root);
                DataOutputStream out = new DataOutputStream(new BufferedOutputStream(Files.newOutputStream(file)))) {
            for (Path path : (Iterable<Path>) paths::iterator) {
                String name = root.relativize(path).toString();
                if (!name.endsWith(".class") || name.equals("module-info.class")) {
                    continue;
                }
                byte[] bytes = Files.readAllBytes(path);
                out.writeInt(bytes.length);
                out.write(bytes);
                names.add(name.substring(0, name.length() - ".class".length()).replace('/', '.'));
            }
        }
        return names;
    }

    private static Class<?> randomArray(Random random, Class<?> type) {
        Class<?> result = random.nextInt(20) == 0 ? int.class : type;
        for (int dimensions = result.isPrimitive() ? 1 : 0; dimensions > 0 || random.nextInt(5) == 0; dimensions--) {
            result = result.arrayType();
        }
        return result;
    }

    private static Class<?> randomSupertype(Random random, Class<?> type) {
        Class<?> element = type;
        while (element.isArray()) {
            element = element.getComponentType();
        }
        Set<Class<?>> supertypes = new LinkedHashSet<>(List.of(Object.class));
        for (Class<?> c = element; c != null; c = c.getSuperclass()) {
            addInterfaces(c, supertypes);
        }
        return new ArrayList<>(supertypes).get(random.nextInt(supertypes.size()));
    }

    private static void addInterfaces(Class<?> type, Set<Class<?>> into) {
        if (!type.isPrimitive() && into.add(type)) {
            for (Class<?> superinterface : type.getInterfaces()) {
                addInterfaces(superinterface, into);
            }
        }
    }

    private static String name(Class<?> type) {
        return type.getName().replace('.', '/');
    }
}
