package runtime.reflected;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.io.ObjectStreamClass;
import java.io.Serializable;
import java.lang.reflect.Modifier;

/** What a program can ask about its own classes, messages of exceptions and stack traces; there is no race. */
public final class Main {
    static class Record implements Serializable {
        private int number = 3;
        protected transient String text = "t";
        public static long count;

        synchronized int number() {
            return number;
        }
    }

    static class Node {
        Node next;
        int value;
    }

    static void fail(Node node) {
        node.next.value = 4;
    }

    public static void main(String[] args) throws Exception {
        for (var field : Record.class.getDeclaredFields()) {
            System.out.println(field);
        }
        for (var method : Record.class.getDeclaredMethods()) {
            System.out.println(method + " " + Modifier.isSynchronized(method.getModifiers()));
        }
        System.out.println(Object.class.getDeclaredFields().length);
        System.out.println(ObjectStreamClass.lookup(Record.class).getSerialVersionUID());
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (ObjectOutputStream out = new ObjectOutputStream(bytes)) {
            out.writeObject(new Record());
        }
        System.out.println(bytes.size());
        try (ObjectInputStream in = new ObjectInputStream(new ByteArrayInputStream(bytes.toByteArray()))) {
            System.out.println(((Record) in.readObject()).number());
        }
        try {
            fail(new Node());
        } catch (NullPointerException e) {
            System.out.println(e.getMessage());
            for (StackTraceElement frame : e.getStackTrace()) {
                System.out.println(frame);
            }
        }
        try {
            new Object().wait();
        } catch (IllegalMonitorStateException e) {
            System.out.println(e.getStackTrace()[e.getStackTrace().length - 1]);
        }
        try {
            recurse(0);
        } catch (StackOverflowError e) {
            System.out.println("deep");
        }
    }

    static int depth;

    static int recurse(int n) {
        depth = n;
        return recurse(n + 1) + depth;
    }
}
