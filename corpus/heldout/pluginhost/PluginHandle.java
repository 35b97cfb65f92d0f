package heldout.pluginhost;

import java.util.Optional;
import java.util.concurrent.locks.ReentrantReadWriteLock;

/** Guards a plugin's life cycle: calls share the lock, retiring takes it alone. */
final class PluginHandle {
    private final String name;
    private final Plugin plugin;
    private final ReentrantReadWriteLock lifecycle = new ReentrantReadWriteLock();
    private boolean retired;
    private long calls;

    PluginHandle(String name, Plugin plugin) {
        this.name = name;
        this.plugin = plugin;
    }

    String name() {
        return name;
    }

    Optional<String> call(Request request) {
        lifecycle.readLock().lock();
        try {
            if (retired) { // safe: written under the write lock only
                return Optional.empty();
            }
            calls++; // race:calls
            return Optional.of(plugin.handle(request));
        } finally {
            lifecycle.readLock().unlock();
        }
    }

    long calls() {
        lifecycle.readLock().lock();
        try {
            return calls; // race:calls
        } finally {
            lifecycle.readLock().unlock();
        }
    }

    long retire() {
        lifecycle.writeLock().lock();
        try {
            retired = true; // safe: write lock
            plugin.close();
            return calls; // safe: write lock excludes every call
        } finally {
            lifecycle.writeLock().unlock();
        }
    }
}
