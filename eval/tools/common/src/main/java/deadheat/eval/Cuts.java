package deadheat.eval;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/**
 * Methods that no tool shall look into. Their bodies become {@code throw null}: they can still be called and overridden,
 * which is what a cut means, while classes that were left out would tear holes into the hierarchy.
 *
 * A file of cuts has a line for each: {@code class|package|prefix NAME [METHOD]}, with slashes in names.
 */
public final class Cuts {
    private record Cut(String kind, String name, String method) {
        boolean covers(String className, String methodName) {
            boolean coversClass = switch (kind) {
                case "class" -> className.equals(name);
                case "package" -> className.startsWith(name + '/') && className.indexOf('/', name.length() + 1) < 0;
                case "prefix" -> className.startsWith(name);
                default -> throw new IllegalArgumentException("a cut of a " + kind);
            };
            return coversClass && (method == null || method.equals(methodName));
        }
    }

    private final List<Cut> cuts = new ArrayList<>();

    public Cuts(Path file) throws IOException {
        for (String line : Files.readAllLines(file)) {
            String[] words = line.split(" ");
            cuts.add(new Cut(words[0], words[1], words.length > 2 ? words[2] : null));
        }
    }

    /** The class with the bodies of its cut methods replaced; the very same bytes if it has none. */
    public byte[] apply(String className, byte[] bytes) {
        List<Cut> own = cuts.stream().filter(cut -> cut.covers(className, cut.method())).toList();
        if (own.isEmpty()) {
            return bytes;
        }
        ClassReader reader = new ClassReader(bytes);
        ClassWriter writer = new ClassWriter(reader, 0);
        reader.accept(new ClassVisitor(Opcodes.ASM9, writer) {
            @Override
            public MethodVisitor visitMethod(int access, String name, String descriptor, String signature,
                    String[] exceptions) {
                MethodVisitor method = super.visitMethod(access, name, descriptor, signature, exceptions);
                boolean hasCode = (access & (Opcodes.ACC_ABSTRACT | Opcodes.ACC_NATIVE)) == 0;
                if (!hasCode || own.stream().noneMatch(cut -> cut.covers(className, name))) {
                    return method;
                }
                method.visitCode();
                method.visitInsn(Opcodes.ACONST_NULL);
                method.visitInsn(Opcodes.ATHROW);
                int words = org.objectweb.asm.Type.getArgumentsAndReturnSizes(descriptor) >> 2;
                method.visitMaxs(1, words);
                method.visitEnd();
                return null;
            }
        }, 0);
        return writer.toByteArray();
    }
}
