// A class loader of the application: the JVM asks it for classes, it defines one of them itself from a resource, and that
// class exists twice then, each with its own static state.
package callgraph.loaders;

import java.io.IOException;
import java.io.InputStream;

public class Main {
    public static void main(String[] args) throws Exception {
        System.out.println(new Guest().get());
        ClassLoader loader = new Own(Main.class.getClassLoader());
        Class<?> other = loader.loadClass("callgraph.loaders.Guest");
        Number first = (Number) other.getMethod("get").invoke(other.getConstructor().newInstance());
        System.out.println(first + " " + (other == Guest.class));
        Class<?> shared = Class.forName("callgraph.loaders.Shared", true, loader);
        System.out.println(shared == Shared.class);
        try {
            loader.loadClass("callgraph.loaders.Missing");
        } catch (ClassNotFoundException e) {
            System.out.println("missing");
        }
    }
}

class Own extends ClassLoader {
    Own(ClassLoader parent) {
        super(parent);
    }

    @Override
    protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
        if (!isMine(name)) {
            return super.loadClass(name, resolve);
        }
        Class<?> loaded = findLoadedClass(name);
        return loaded == null ? findClass(name) : loaded;
    }

    private static boolean isMine(String name) {
        return name.endsWith("Guest");
    }

    @Override
    protected Class<?> findClass(String name) throws ClassNotFoundException {
        try (InputStream in = getResourceAsStream(name.replace('.', '/') + ".class")) {
            if (in == null) {
                throw new ClassNotFoundException(name);
            }
            byte[] bytes = in.readAllBytes();
            return defineClass(name, bytes, 0, bytes.length);
        } catch (IOException e) {
            throw new ClassNotFoundException(name, e);
        }
    }
}
