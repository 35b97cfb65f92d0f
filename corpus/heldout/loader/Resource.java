package heldout.loader;

/** A text which is read when it is needed for the first time. */
class Resource {

    private final String path;
    private boolean loaded;
    private String text;

    Resource(String path) {
        this.path = path;
    }

    String getText() {
        if (!loaded) { // race:loaded
            synchronized (this) {
                if (!loaded) { // safe: same lock as the write
                    text = read(); // race:text
                    loaded = true; // race:loaded
                }
            }
        }
        return text; // race:text
    }

    private String read() {
        StringBuilder sb = new StringBuilder(); // safe: local
        for (String part : path.split("/")) {
            sb.append('<').append(part).append('>');
        }
        try {
            Thread.sleep(2); // the disk
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        return sb.toString();
    }
}
