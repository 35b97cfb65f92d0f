package deadheat.compiler;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.StringWriter;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import javax.tools.Diagnostic;
import javax.tools.DiagnosticListener;
import javax.tools.FileObject;
import javax.tools.ForwardingJavaFileManager;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileManager;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;
import javax.tools.StandardJavaFileManager;
import javax.tools.StandardLocation;
import javax.tools.ToolProvider;

/** A program's classes in memory, and javac, which compiles some of its sources against them. */
final class Compilation {
    private final JavaCompiler javac = ToolProvider.getSystemJavaCompiler();
    private final List<String> options;
    private final Files files;

    Compilation(String classPath, List<String> options) {
        this.options = options;
        if (javac == null) {
            files = null;
            return;
        }
        StandardJavaFileManager standard = javac.getStandardFileManager(null, null, StandardCharsets.UTF_8);
        List<File> places = new ArrayList<>();
        for (String place : classPath.split(File.pathSeparator)) {
            if (!place.isEmpty()) {
                places.add(new File(place));
            }
        }
        try {
            standard.setLocation(StandardLocation.CLASS_PATH, places);
        } catch (IOException impossible) {
            throw new IllegalStateException(impossible);
        }
        files = new Files(standard);
    }

    /** A class of the program is this one now. Names are as in class files. */
    void put(String name, byte[] contents) {
        if (files != null) {
            files.packages.computeIfAbsent(packageOf(name), it -> new HashMap<>()).put(name, new Known(name, contents));
        }
    }

    void remove(String name) {
        Map<String, Known> known = files == null ? null : files.packages.get(packageOf(name));
        if (known != null) {
            known.remove(name);
        }
    }

    /** Compiles sources as if the classes {@code hidden} were not there. */
    Result run(List<Unit> units, List<String> hidden) {
        Result result = new Result();
        if (javac == null) {
            result.messages.add(new Message("", 0, "this Java has no compiler"));
            return result;
        }
        files.hidden = new HashSet<>(hidden);
        files.outputs = new ArrayList<>();
        DiagnosticListener<JavaFileObject> listener = diagnostic -> {
            if (diagnostic.getKind() == Diagnostic.Kind.ERROR) {
                JavaFileObject source = diagnostic.getSource();
                String path = source instanceof Unit ? ((Unit) source).path : "";
                int line = (int) Math.max(0, diagnostic.getLineNumber());
                result.messages.add(new Message(path, line, diagnostic.getMessage(Locale.ENGLISH)));
            }
        };
        StringWriter rest = new StringWriter();
        result.isDone = javac.getTask(rest, files, listener, options, null, units).call();
        if (!result.isDone && result.messages.isEmpty()) {
            result.messages.add(new Message("", 0, rest.toString().trim()));
        }
        if (result.isDone) {
            result.classes = files.outputs;
        }
        files.outputs = new ArrayList<>();
        return result;
    }

    static String packageOf(String name) {
        int slash = name.lastIndexOf('/');
        return slash < 0 ? "" : name.substring(0, slash).replace('/', '.');
    }

    /** What came of a job. */
    static final class Result {
        boolean isDone;
        final List<Message> messages = new ArrayList<>();
        List<Output> classes = new ArrayList<>();
    }

    /** An error; without a path it is about no file. */
    static final class Message {
        final String path;
        final int line;
        final String text;

        Message(String path, int line, String text) {
            this.path = path;
            this.line = line;
            this.text = text;
        }
    }

    /** A source, perhaps as nobody has saved it. */
    static final class Unit extends SimpleJavaFileObject {
        final String path;
        private final String text;

        Unit(String path, String text) {
            super(new File(path).toURI(), Kind.SOURCE);
            this.path = path;
            this.text = text;
        }

        @Override
        public CharSequence getCharContent(boolean ignoreEncodingErrors) {
            return text;
        }
    }

    /** A class that javac made. */
    static final class Output extends SimpleJavaFileObject {
        final String name;
        final String source;
        private final ByteArrayOutputStream written = new ByteArrayOutputStream();

        Output(String name, String source) {
            super(URI.create("memory:///" + mangled(name) + ".class"), Kind.CLASS);
            this.name = name;
            this.source = source;
        }

        @Override
        public OutputStream openOutputStream() {
            return written;
        }

        byte[] contents() {
            return written.toByteArray();
        }
    }

    /** A class of the program that is not compiled now. */
    static final class Known extends SimpleJavaFileObject {
        final String name;
        private final byte[] contents;

        Known(String name, byte[] contents) {
            super(URI.create("memory:///" + mangled(name) + ".class"), Kind.CLASS);
            this.name = name;
            this.contents = contents;
        }

        @Override
        public InputStream openInputStream() {
            return new ByteArrayInputStream(contents);
        }
    }

    /** Names of classes may hold what addresses may not. */
    private static String mangled(String name) {
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < name.length(); i++) {
            char letter = name.charAt(i);
            boolean isPlain = letter < 128 && (Character.isLetterOrDigit(letter) || letter == '/' || letter == '$' || letter == '_');
            text.append(isPlain ? String.valueOf(letter) : "-" + (int) letter + "-");
        }
        return text.toString();
    }

    /** The program's classes come before those of its class path. */
    private static final class Files extends ForwardingJavaFileManager<StandardJavaFileManager> {
        final Map<String, Map<String, Known>> packages = new HashMap<>();
        Set<String> hidden = new HashSet<>();
        List<Output> outputs = new ArrayList<>();

        Files(StandardJavaFileManager standard) {
            super(standard);
        }

        @Override
        public Iterable<JavaFileObject> list(
                JavaFileManager.Location location, String packageName, Set<JavaFileObject.Kind> kinds, boolean recurse)
                throws IOException {
            if (location != StandardLocation.CLASS_PATH || !kinds.contains(JavaFileObject.Kind.CLASS)) {
                return super.list(location, packageName, kinds, recurse);
            }
            List<JavaFileObject> found = new ArrayList<>();
            for (Known known : packages.getOrDefault(packageName, new HashMap<>()).values()) {
                if (!hidden.contains(known.name)) {
                    found.add(known);
                }
            }
            // Sources on the class path would be compiled, too.
            Set<JavaFileObject.Kind> classes = new HashSet<>();
            classes.add(JavaFileObject.Kind.CLASS);
            super.list(location, packageName, classes, recurse).forEach(found::add);
            return found;
        }

        @Override
        public String inferBinaryName(JavaFileManager.Location location, JavaFileObject file) {
            return file instanceof Known ? ((Known) file).name.replace('/', '.') : super.inferBinaryName(location, file);
        }

        @Override
        public boolean isSameFile(FileObject one, FileObject other) {
            boolean isStandard = !(one instanceof SimpleJavaFileObject) && !(other instanceof SimpleJavaFileObject);
            return isStandard ? super.isSameFile(one, other) : one == other;
        }

        @Override
        public boolean hasLocation(JavaFileManager.Location location) {
            return location != StandardLocation.SOURCE_PATH && super.hasLocation(location);
        }

        @Override
        public JavaFileObject getJavaFileForOutput(
                JavaFileManager.Location location, String className, JavaFileObject.Kind kind, FileObject sibling) {
            String source = sibling instanceof Unit ? ((Unit) sibling).path : "";
            Output output = new Output(className.replace('.', '/'), source);
            outputs.add(output);
            return output;
        }
    }
}
