package deadheat.compiler;

import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/**
 * A compiler that stays warm. It is told classes and sources on standard input and answers with classes on standard output; the
 * Rust side, `lsp::compiler`, is its only client and knows everything that lasts.
 *
 * <p>A message is its length in four bytes and then its contents; numbers are big-endian, texts and bytes have their length before
 * them. Messages to here: {@code O} options and class path; {@code C} classes that are new or gone; {@code J} a job, which is
 * answered.
 */
public final class Main {
    /** Deep nesting in sources is deep recursion in javac. */
    private static final long STACK = 512L << 20;

    private final DataOutputStream out;
    private Compilation compilation = new Compilation("", new ArrayList<>());

    private Main(DataOutputStream out) {
        this.out = out;
    }

    public static void main(String[] args) throws Exception {
        DataInputStream in = new DataInputStream(new BufferedInputStream(System.in, 1 << 16));
        DataOutputStream out = new DataOutputStream(new BufferedOutputStream(System.out, 1 << 16));
        // Whatever prints must not get between the answers.
        System.setOut(new PrintStream(System.err, true));
        Main main = new Main(out);
        Thread worker = new Thread(null, () -> main.serve(in), "compiler", STACK);
        worker.start();
        worker.join();
    }

    private void serve(DataInputStream in) {
        try {
            while (true) {
                byte[] message = bytes(in);
                answer(new DataInputStream(new java.io.ByteArrayInputStream(message)));
            }
        } catch (EOFException gone) {
            // Whoever started this has ended.
        } catch (IOException broken) {
            System.err.println("deadheat's compiler: " + broken);
        }
    }

    private void answer(DataInputStream in) throws IOException {
        int kind = in.readUnsignedByte();
        switch (kind) {
            case 'O':
                compilation = new Compilation(text(in), texts(in));
                break;
            case 'C':
                for (int left = in.readInt(); left > 0; left--) {
                    compilation.put(text(in), bytes(in));
                }
                for (int left = in.readInt(); left > 0; left--) {
                    compilation.remove(text(in));
                }
                break;
            case 'J':
                ByteArrayOutputStream answer = new ByteArrayOutputStream();
                job(in, new DataOutputStream(answer));
                out.writeInt(answer.size());
                answer.writeTo(out);
                out.flush();
                break;
            default:
                throw new IOException("a message of kind " + kind);
        }
    }

    private void job(DataInputStream in, DataOutputStream answer) throws IOException {
        List<String> hidden = texts(in);
        List<Compilation.Unit> units = new ArrayList<>();
        for (int left = in.readInt(); left > 0; left--) {
            String path = text(in);
            units.add(new Compilation.Unit(path, text(in)));
        }
        Compilation.Result result;
        try {
            result = compilation.run(units, hidden);
        } catch (Throwable failure) {
            // An error of javac itself, no memory, no stack: the next job may be luckier.
            result = new Compilation.Result();
            result.messages.add(new Compilation.Message("", 0, "javac failed: " + failure));
        }
        answer.writeBoolean(result.isDone);
        answer.writeInt(result.messages.size());
        for (Compilation.Message message : result.messages) {
            write(answer, message.path);
            answer.writeInt(message.line);
            write(answer, message.text);
        }
        answer.writeInt(result.classes.size());
        for (Compilation.Output output : result.classes) {
            write(answer, output.name);
            write(answer, output.source);
            byte[] contents = output.contents();
            answer.writeInt(contents.length);
            answer.write(contents);
        }
    }

    private static byte[] bytes(DataInputStream in) throws IOException {
        int length = in.readInt();
        if (length < 0) {
            throw new IOException("a length of " + length);
        }
        byte[] bytes = new byte[length];
        in.readFully(bytes);
        return bytes;
    }

    private static String text(DataInputStream in) throws IOException {
        return new String(bytes(in), StandardCharsets.UTF_8);
    }

    private static List<String> texts(DataInputStream in) throws IOException {
        List<String> texts = new ArrayList<>();
        for (int left = in.readInt(); left > 0; left--) {
            texts.add(text(in));
        }
        return texts;
    }

    private static void write(DataOutputStream out, String text) throws IOException {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        out.writeInt(bytes.length);
        out.write(bytes);
    }
}
