package heldout.loader;

/** Application settings, created on first use. */
class Settings {

    private static class Holder {
        static final Settings SETTINGS = new Settings();
    }

    private String locale;

    private Settings() {
        locale = "en"; // safe: class initialization
    }

    static Settings get() {
        return Holder.SETTINGS; // safe: class initialization
    }

    String locale() {
        return locale; // safe: written in class initialization
    }
}
