package heldout.pluginreg;

/** Lazily created codecs, in three flavours of laziness. */
final class Codecs {

    static class Codec {
        String name;
        final int version;

        Codec(String codecName, int codecVersion) {
            name = codecName; // race:name
            version = codecVersion; // safe: final field
        }
    }

    private static class Holder {
        static final Codec BUILTIN = new Codec("builtin", 1);
    }

    private static volatile Codec preferred;
    private static Codec fallback;

    private Codecs() { }

    static Codec builtin() {
        return Holder.BUILTIN; // safe: class initialization
    }

    static Codec preferred() {
        if (preferred == null) { // safe: volatile
            synchronized (Codecs.class) {
                if (preferred == null) { // safe: volatile
                    preferred = new Codec("opus", 4); // safe: volatile publication
                }
            }
        }
        return preferred; // safe: volatile
    }

    static Codec fallback() {
        if (fallback == null) { // race:fallback1
            synchronized (Codecs.class) {
                if (fallback == null) { // safe: lock held
                    fallback = new Codec("pcm", 2); // race:fallback1,fallback2
                }
            }
        }
        return fallback; // race:fallback2
    }
}
