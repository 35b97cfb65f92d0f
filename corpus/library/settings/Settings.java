package library.settings;

import java.util.ArrayList;
import java.util.List;

/** Filled in and validated before it is used; only what is volatile may be changed later. */
public class Settings {
    private volatile long timeout = 30;
    private String name;
    private String url;
    private int size;
    private int hits;
    private final List<String> notes = new ArrayList<>();

    public void setTimeout(long timeout) {
        this.timeout = timeout; // safe: volatile
    }

    public long timeout() {
        return timeout; // safe: volatile
    }

    public void setName(String name) {
        this.name = name; // safe: before it is shared
    }

    public void setUrl(String url) {
        this.url = url; // safe: before it is shared
    }

    public void setSize(int size) {
        this.size = size; // safe: before it is shared
    }

    /** Called once, by who uses it. */
    public void validate() {
        if (name == null) {
            name = "pool"; // safe: before it is shared
        }
        checkSize();
        notes.add("valid"); // safe: before it is shared
    }

    private void checkSize() {
        if (size < 1) {
            size = 10; // safe: before it is shared
        }
        url = url == null ? "" : url.trim(); // safe: before it is shared
    }

    public String describe() {
        hits++; // race:settings-hits
        notes.add(name); // race:settings-notes
        return name + url + size; // safe: set up before
    }
}
