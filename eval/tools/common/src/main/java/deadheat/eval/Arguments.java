package deadheat.eval;

import java.io.File;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * What `eval` tells a driver: {@code --jdk JAR --app JARS --main CLASS --methods FILE}, and what only some know.
 *
 * The JDK comes as one jar of all its classes, because no two tools agree on how to open a JDK, and because the same
 * classes can be left out of it for all of them.
 */
public final class Arguments {
    private final Map<String, String> values = new HashMap<>();

    public Arguments(String[] args) {
        for (int i = 0; i + 1 < args.length; i += 2) {
            if (!args[i].startsWith("--")) {
                throw new IllegalArgumentException("expected an option, found " + args[i]);
            }
            values.put(args[i].substring(2), args[i + 1]);
        }
        if (args.length % 2 != 0) {
            throw new IllegalArgumentException("no value for " + args[args.length - 1]);
        }
    }

    /** All classes of the JDK that is analysed, which need not be the one that runs the tool. */
    public Path jdk() {
        return Path.of(required("jdk"));
    }

    /** The jars of the program. Their methods are the application methods that all tools count. */
    public List<Path> app() {
        return List.of(required("app").split(File.pathSeparator)).stream().map(Path::of).toList();
    }

    /** The class whose {@code main} is the entry point. */
    public String main() {
        return required("main");
    }

    /** Where the reached application methods are listed. */
    public Path methods() {
        return Path.of(required("methods"));
    }

    public String optional(String name, String otherwise) {
        return values.getOrDefault(name, otherwise);
    }

    public String required(String name) {
        String value = values.get(name);
        if (value == null) {
            throw new IllegalArgumentException("no --" + name);
        }
        return value;
    }
}
