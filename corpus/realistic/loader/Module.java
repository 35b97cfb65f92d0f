package realistic.loader;

import java.util.ArrayList;
import java.util.List;

/** A loaded module. Linked under its own lock. */
final class Module {
    final String name;
    private final List<Module> uses = new ArrayList<>();
    private boolean linked;
    private int size;
    private int references;
    private String checksum;

    Module(String name) {
        this.name = name;
        this.size = name.length() + 1; // safe: published through the registry, which locks
    }

    synchronized void link(List<Module> modules) {
        if (linked) { // safe: under this
            return;
        }
        uses.addAll(modules); // safe: under this
        linked = true; // race:linked
    }

    boolean linked() {
        return linked; // race:linked
    }

    void refer() {
        references++; // race:references
    }

    int size() {
        return size; // safe: written in the constructor, before it is in the registry
    }

    /** Computed when it is first needed, twice if need be. */
    String checksum() {
        String sum = checksum; // race:checksum
        if (sum == null) {
            sum = Integer.toHexString(name.hashCode());
            checksum = sum; // race:checksum
        }
        return sum;
    }

    synchronized int fanOut() {
        return uses.size(); // safe: under this
    }
}
