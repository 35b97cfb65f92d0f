// Streams of bytes and characters that the application derives from the library's: readers pull from them, writers push
// into them, and closing the outermost closes all.
package callgraph.io;

import java.io.BufferedReader;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.util.Scanner;

public class Main {
    public static void main(String[] args) throws IOException {
        InputStream source = new Upper(new Letters("one\ntwo\n"));
        try (BufferedReader reader = new BufferedReader(new InputStreamReader(source, StandardCharsets.US_ASCII))) {
            System.out.println(reader.readLine() + "," + reader.readLine());
        }
        Counting counting = new Counting();
        try (PrintStream out = new PrintStream(counting, true, StandardCharsets.US_ASCII)) {
            out.print("12345");
            out.println(new Token("x"));
        }
        System.out.println(counting.bytes());
        Rot rot = new Rot();
        PrintWriter writer = new PrintWriter(rot);
        writer.printf("%s-%d", "abc", 5);
        writer.flush();
        System.out.println(rot.text());
        Scanner scanner = new Scanner(new Letters("3 4"));
        System.out.println(scanner.nextInt() + scanner.nextInt());
    }
}

class Letters extends InputStream {
    private final String text;
    private int next;

    Letters(String text) {
        this.text = text;
    }

    @Override
    public int read() {
        return next < text.length() ? text.charAt(next++) : -1;
    }

    @Override
    public void close() {
        System.out.println("closed after " + next);
    }
}

class Upper extends FilterInputStream {
    Upper(InputStream in) {
        super(in);
    }

    @Override
    public int read(byte[] bytes, int offset, int length) throws IOException {
        int count = super.read(bytes, offset, length);
        for (int i = offset; i < offset + count; i++) {
            bytes[i] = raise(bytes[i]);
        }
        return count;
    }

    private static byte raise(byte letter) {
        return (byte) Character.toUpperCase(letter);
    }
}

class Counting extends OutputStream {
    private int bytes;

    @Override
    public void write(int value) {
        bytes++;
    }

    int bytes() {
        return bytes;
    }
}

record Token(String name) {
    @Override
    public String toString() {
        return "token " + name;
    }
}

class Rot extends Writer {
    private final StringBuilder text = new StringBuilder();

    @Override
    public void write(char[] characters, int offset, int length) {
        for (int i = offset; i < offset + length; i++) {
            text.append(turned(characters[i]));
        }
    }

    private static char turned(char c) {
        return Character.isLetter(c) ? (char) (c + 1) : c;
    }

    @Override
    public void flush() {
        text.append('.');
    }

    @Override
    public void close() {
        text.append("never closed");
    }

    String text() {
        return text.toString();
    }
}
