package realistic.loader;

/** Modules are loaded on demand by several threads, with what they depend on. */
public final class Main {
    public static void main(String[] args) throws InterruptedException {
        Repository repository = new Repository();
        repository.define("app", "ui", "db"); // safe: before start
        repository.define("ui", "fonts"); // safe: before start
        repository.define("db", "net", "log"); // safe: before start
        repository.define("net", "log"); // safe: before start
        repository.define("fonts"); // safe: before start
        repository.define("log"); // safe: before start
        Loader loader = new Loader(repository);
        loader.verbose = true; // safe: before start
        Request[] requests = {
            new Request(loader, "app"), new Request(loader, "db"), new Request(loader, "ui")
        };
        for (Request request : requests) {
            request.start();
        }
        Progress progress = new Progress(loader);
        Thread bar = new Thread(progress, "progress");
        bar.start();
        for (Request request : requests) {
            request.join();
        }
        progress.stop();
        bar.join();
        int size = 0;
        for (Request request : requests) {
            size += request.loaded().size(); // safe: after join
        }
        System.out.println(size + " units, " + loader.count() + " modules");
        System.out.println(loader.plugins().size() >= 0 ? "ready" : "failed"); // safe: all have ended
    }
}
