package realistic.weblech;

/** Mirrors a made-up web site with several threads, and writes checkpoints now and then. */
public final class Main {
    public static void main(String[] args) throws InterruptedException {
        Settings settings = new Settings();
        settings.threads = 3; // safe: before start
        settings.depth = 4; // safe: before start
        settings.interval = 1; // safe: before start
        Site site = new Site(60);
        Spider spider = new Spider(settings, site);
        Console console = new Console(spider);
        spider.start();
        console.start();
        spider.awaitEnd();
        console.join();
        System.out.println(spider.saved() <= 60 ? "mirrored" : "too much");
        if (console.lines() != 5 || site.served() < spider.saved()) {
            throw new AssertionError();
        }
    }
}
