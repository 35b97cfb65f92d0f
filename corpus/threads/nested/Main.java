package threads.nested;

/** A build: main starts the compiler, the compiler starts the packager, and main waits for the compiler only. */
public final class Main {
    private int classes;
    private int jars;
    private String manifest;
    private long size;
    private Thread packager;

    private void compile() {
        for (int i = 0; i < 30; i++) {
            classes++; // safe: the packager starts later, main waits
        }
        manifest = "Main-Class: app"; // safe: before the packager starts
        packager = new Thread(this::pack, "packager"); // safe: main reads it after join
        packager.start();
        size = classes; // race:size
    }

    private void pack() {
        if (classes == 30 && manifest.startsWith("Main")) { // safe: written before this thread started
            jars++; // race:jars
        }
        size += 100; // race:size
    }

    public static void main(String[] args) throws InterruptedException {
        Main build = new Main();
        Thread compiler = new Thread(build::compile, "compiler");
        compiler.start();
        compiler.join();
        System.out.println(build.classes + " " + build.manifest); // safe: the compiler has ended
        int early = build.jars; // race:jars
        long bytes = build.size; // race:size
        build.packager.join();
        System.out.println(build.jars); // safe: the packager has ended, too
        if (early > 1 || bytes > 1000) {
            throw new AssertionError();
        }
    }
}
