package heldout.pluginreg;

import java.util.ArrayList;
import java.util.List;

/** Audio host start-up: plug-ins ask for codecs from several threads. */
public class Main {

    enum Kind {
        EFFECT, SYNTH;

        private int uses;
        private int loaded;

        void use() {
            uses++; // race:uses
        }

        synchronized void load() {
            loaded++; // safe: synchronized on the enum constant
        }
    }

    static class Plugin implements Runnable {
        private final Kind kind;
        private int cost;

        Plugin(Kind kind) {
            this.kind = kind;
        }

        @Override
        public void run() {
            kind.load();
            kind.use();
            String a = Codecs.builtin().name; // safe: holder idiom
            String b = Codecs.preferred().name; // safe: volatile double-checked locking
            Codecs.Codec c = Codecs.fallback();
            int v = c.version; // safe: final field
            String n = c.name; // race:name
            cost = (a + b + n).length() + v; // safe: read after join
        }
    }

    public static void main(String[] args) throws InterruptedException {
        List<Plugin> plugins = new ArrayList<>();
        List<Thread> loaders = new ArrayList<>();
        for (Kind kind : new Kind[] {Kind.EFFECT, Kind.SYNTH, Kind.EFFECT}) {
            Plugin plugin = new Plugin(kind);
            plugins.add(plugin);
            Thread loader = new Thread(plugin);
            loaders.add(loader);
            loader.start();
        }
        Thread warm = Warmup.WORKER;
        int first = Warmup.spent; // race:spent
        warm.join();
        int second = Warmup.spent; // safe: joined
        for (Thread loader : loaders) {
            loader.join();
        }
        int cost = 0;
        for (Plugin plugin : plugins) {
            cost += plugin.cost; // safe: all loaders joined
        }
        int uses = Kind.EFFECT.uses; // safe: all loaders joined
        System.out.println("cost " + cost + " uses " + uses + " spent " + first + "/" + second);
        System.out.println("loaded " + Kind.EFFECT.loaded); // safe: all loaders joined
    }
}
