/** What users of a library can call, and on what. */
public class Cache<K> extends Hidden {
    private final Loader loader;

    public Cache(Loader loader, int size) {
        this.loader = loader;
    }

    public synchronized Object get(K key) {
        return loader.load(key);
    }

    public static Cache<String> standard(Mode mode, String[] names) {
        return new Cache<>(new FileLoader(new java.io.File("cache")), names.length);
    }

    protected void forSubclasses() {
    }

    void forThePackage() {
    }

    public interface Loader {
        Object load(Object key);
    }

    public enum Mode {
        FAST,
        SAFE
    }

    /** Nobody else implements it. */
    public interface Listener {
        void changed(Cache<?> cache);

        default Listener twice() {
            return this;
        }
    }
}

/** Users cannot name it, but call its methods on caches. */
abstract class Hidden {
    public void clear() {
    }
}

class FileLoader implements Cache.Loader {
    FileLoader(java.io.File folder) {
    }

    public Object load(Object key) {
        return key;
    }
}
