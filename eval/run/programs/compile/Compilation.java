package work;

import java.io.ByteArrayOutputStream;
import java.io.File;
import java.io.IOException;
import java.io.OutputStream;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import javax.tools.Diagnostic;
import javax.tools.DiagnosticCollector;
import javax.tools.FileObject;
import javax.tools.ForwardingJavaFileManager;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileManager;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;
import javax.tools.StandardJavaFileManager;

/** Two threads compile classes that are made up, to memory; from files, since not every compiler reads anything else. */
final class Compilation implements Work {
    private static final int CLASSES = 20;

    private final JavaCompiler compiler;
    private final List<String> options;
    private final List<List<File>> sources = new ArrayList<>();

    Compilation(JavaCompiler compiler, String... options) throws IOException {
        this.compiler = compiler;
        this.options = List.of(options);
        for (int thread = 0; thread < 2; thread++) {
            Path folder = Files.createTempDirectory("deadheat-eval-");
            folder.toFile().deleteOnExit();
            List<File> files = new ArrayList<>();
            for (int i = 0; i < CLASSES; i++) {
                Path file = folder.resolve("C" + i + ".java");
                Files.writeString(file, source(thread, i));
                file.toFile().deleteOnExit();
                files.add(file.toFile());
            }
            sources.add(files);
        }
    }

    @Override
    public long round() throws Exception {
        return Work.inTwoThreads(this::compile);
    }

    private long compile(int thread) throws Exception {
        DiagnosticCollector<JavaFileObject> said = new DiagnosticCollector<>();
        StandardJavaFileManager files = compiler.getStandardFileManager(said, Locale.ROOT, null);
        try (Memory memory = new Memory(files)) {
            Iterable<? extends JavaFileObject> read = files.getJavaFileObjectsFromFiles(sources.get(thread));
            if (!compiler.getTask(null, memory, said, options, null, read).call()) {
                for (Diagnostic<?> diagnostic : said.getDiagnostics()) {
                    System.err.println(diagnostic);
                }
                throw new IllegalStateException("it was not compiled");
            }
            long size = 0;
            for (Output output : memory.outputs) {
                size += output.bytes.size();
            }
            return size;
        }
    }

    /** Generics, lambdas, switches, strings, inner classes and calls of the class before. */
    private static String source(int thread, int i) {
        String before = i == 0 ? "" : "sum += new C" + (i - 1) + "().sum(words, 2);";
        StringBuilder fields = new StringBuilder();
        for (int field = 0; field < 12; field++) {
            fields.append("private int f").append(field).append(" = ").append(field * i).append(";\n")
                    .append("int getF").append(field).append("() { return f").append(field).append(" + ").append(thread).append("; }\n");
        }
        return "package made; import java.util.*; import java.util.function.*; import java.util.stream.*;\n"
                + "class C" + i + " implements Comparable<C" + i + "> {\n" + fields
                + "enum Kind { SMALL, LARGE, OTHER }\n"
                + "private final Map<String, List<Integer>> places = new TreeMap<>();\n"
                + "public int compareTo(C" + i + " other) { return Integer.compare(getF1(), other.getF1()); }\n"
                + "Kind kind(int n) { switch (n % 3) { case 0: return Kind.SMALL; case 1: return Kind.LARGE; default: return Kind.OTHER; } }\n"
                + "long sum(List<String> words, int n) { long sum = 0;\n"
                + "for (String word : words) { places.computeIfAbsent(word, key -> new ArrayList<>()).add(word.length() + n);\n"
                + "switch (word) { case \"a\": sum++; break; case \"bb\": sum += 2; break; default: sum += kind(n).ordinal(); } }\n"
                + before
                + "Function<Integer, Function<Integer, Integer>> add = a -> b -> a + b + f3;\n"
                + "sum += words.stream().filter(w -> !w.isEmpty()).collect(Collectors.groupingBy(String::length, Collectors.counting()))"
                + ".values().stream().mapToLong(Long::longValue).sum();\n"
                + "try { sum += add.apply(n).apply(" + i + "); } catch (RuntimeException e) { throw new IllegalStateException(\"n \" + n, e); }\n"
                + "return sum; }\n"
                + "class Inner<T extends Comparable<T>> { T best(Iterable<? extends T> all) { T best = null; for (T one : all)"
                + " { if (best == null || one.compareTo(best) > 0) { best = one; } } return best; } }\n"
                + "}\n";
    }

    private static final class Output extends SimpleJavaFileObject {
        private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();

        Output(String name) {
            super(URI.create("memory:///" + name.replace('.', '/') + ".class"), Kind.CLASS);
        }

        @Override
        public OutputStream openOutputStream() {
            return bytes;
        }
    }

    private static final class Memory extends ForwardingJavaFileManager<JavaFileManager> {
        private final List<Output> outputs = new ArrayList<>();

        Memory(JavaFileManager manager) {
            super(manager);
        }

        @Override
        public JavaFileObject getJavaFileForOutput(Location location, String name, JavaFileObject.Kind kind, FileObject sibling) {
            Output output = new Output(name);
            outputs.add(output);
            return output;
        }
    }
}
