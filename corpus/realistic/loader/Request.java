package realistic.loader;

import java.util.ArrayList;
import java.util.List;

/** Wants one module. */
final class Request extends Thread {
    private final Loader loader;
    private final String module;
    private final List<Integer> loaded = new ArrayList<>();

    Request(Loader loader, String module) {
        super("request for " + module);
        this.loader = loader;
        this.module = module;
    }

    @Override
    public void run() {
        Module first = loader.load(module);
        loaded.add(first.size()); // safe: its own list, main reads it after join
        for (int i = 0; i < first.fanOut(); i++) {
            loaded.add(i); // safe: its own list
        }
        loader.load("missing " + module);
    }

    List<Integer> loaded() {
        return loaded;
    }
}
