package heldout.bootregistry;

import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.ForkJoinTask;

public class Main {
    private static String banner;
    private static int boots;

    static {
        banner = "boot"; // safe: class initialiser
    }

    private static void worker() {
        int w = Plugins.weight("xml");
        int n = Plugins.loaded; // safe: class initialiser wrote it
        Plugins.Lazy lazy = Plugins.Lazy.get();
        int h = lazy.hash; // safe: written in the holder's initialiser
        String first = lazy.names.get(0); // safe: the list is read only
        String lang = Settings.locale().language();
        System.out.println(banner + w + n + (h != 0) + first + lang + Settings.INSTANCE.describe()); // safe: banner is written before start
    }

    public static void main(String[] args) throws InterruptedException {
        boots++; // safe: before start
        banner = banner + boots; // safe: before start
        Thread a = new Thread(Main::worker, "a");
        Thread b = new Thread(Main::worker, "b");
        a.start();
        b.start();
        ForkJoinTask<?> c = ForkJoinPool.commonPool().submit(Main::worker);
        System.out.println(Settings.INSTANCE.describe());
        a.join();
        b.join();
        c.join();
        banner = null; // safe: all workers are joined
        System.out.println("lookups " + Settings.INSTANCE.lookups());
    }
}
