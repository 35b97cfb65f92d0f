package deadheat.record;

import java.io.IOException;
import java.lang.instrument.ClassFileTransformer;
import java.lang.instrument.Instrumentation;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.ProtectionDomain;

/** Keeps the classes that a program makes while it runs: those that came from no file. It is an agent; its argument is the folder. */
public final class Keeper implements ClassFileTransformer {
    private final Path folder;

    private Keeper(Path folder) {
        this.folder = folder;
    }

    public static void premain(String folder, Instrumentation instrumentation) {
        instrumentation.addTransformer(new Keeper(Path.of(folder)));
    }

    @Override
    public byte[] transform(ClassLoader loader, String name, Class<?> old, ProtectionDomain domain, byte[] bytes) {
        if (loader != null && name != null && old == null && isMade(domain) && !isOfTheJdk(name)) {
            Path path = folder.resolve(name + ".class");
            try {
                Files.createDirectories(path.getParent());
                Files.write(path, bytes);
            } catch (IOException e) {
                Recorder.fail(e);
            }
        }
        return null;
    }

    private static boolean isMade(ProtectionDomain domain) {
        return domain == null || domain.getCodeSource() == null || domain.getCodeSource().getLocation() == null;
    }

    /** What the JDK makes for reflection and for proxies: an analysis has its own way with those. */
    private static boolean isOfTheJdk(String name) {
        return name.startsWith("jdk/") || name.startsWith("java/") || name.startsWith("sun/") || name.contains("$Proxy");
    }
}
