package heldout.translations;

/** A singleton of each kind that the class loader keeps. */
enum Language {
    GERMAN("de"), FRENCH("fr");

    private final String code;
    private int used;
    private String label;

    Language(String code) {
        this.code = code;
    }

    void use() {
        synchronized (this) {
            used++; // safe: under the constant
        }
    }

    int used() {
        synchronized (this) {
            return used; // safe: under the constant
        }
    }

    /** Made by who asks first, or by several. */
    String label() {
        String known = label; // race:label
        if (known == null) {
            known = code.toUpperCase() + "!";
            label = known; // race:label
        }
        return known;
    }

    static final class Speller {
        private int checked;

        private Speller() {
            checked = 100; // safe: the class is initialised once, before anybody sees it
        }

        private static final class Holder {
            static final Speller INSTANCE = new Speller();
        }

        static Speller get() {
            return Holder.INSTANCE;
        }

        int checked() {
            return checked; // safe: not changed after the class was initialised
        }
    }
}
