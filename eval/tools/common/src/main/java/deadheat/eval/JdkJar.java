package deadheat.eval;

import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.net.URI;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;

/**
 * Writes all classes of a JDK into one jar: {@code JdkJar JDK-HOME JAR [CUTS]}.
 *
 * The classes come out of the JDK's image, since not every JDK has {@code jmods}. What a file of {@link Cuts} names is
 * there without its body.
 */
public final class JdkJar {
    public static void main(String[] args) throws IOException {
        Cuts cuts = args.length > 2 ? new Cuts(Path.of(args[2])) : null;
        Path unfinished = Path.of(args[1] + ".part");
        int written;
        try (FileSystem image = FileSystems.newFileSystem(URI.create("jrt:/"), Map.of("java.home", args[0]));
                OutputStream file = new BufferedOutputStream(Files.newOutputStream(unfinished));
                ZipOutputStream jar = new ZipOutputStream(file)) {
            written = copy(image.getPath("/modules"), jar, cuts);
        }
        Files.move(unfinished, Path.of(args[1]), java.nio.file.StandardCopyOption.REPLACE_EXISTING);
        System.out.println(written + " classes");
    }

    private static int copy(Path modules, ZipOutputStream jar, Cuts cuts) throws IOException {
        Set<String> written = new HashSet<>();
        List<Path> files;
        try (Stream<Path> walk = Files.walk(modules)) {
            files = walk.filter(path -> path.toString().endsWith(".class")).toList();
        }
        for (Path path : files) {
            // The first two names are "modules" and the module.
            String name = path.subpath(2, path.getNameCount()).toString();
            String className = name.substring(0, name.length() - ".class".length());
            if (className.equals("module-info") || !written.add(className)) {
                continue;
            }
            jar.putNextEntry(new ZipEntry(name));
            byte[] bytes = Files.readAllBytes(path);
            jar.write(cuts == null ? bytes : cuts.apply(className, bytes));
            jar.closeEntry();
        }
        return written.size();
    }
}
