package heldout.pluginloader;

import java.util.HashMap;
import java.util.Map;

final class PluginRegistry {
    private static PluginRegistry instance;

    private final Map<String, String> plugins = new HashMap<>();
    private int apiLevel;

    private PluginRegistry() {
        plugins.put("pdf", "PdfExport"); // safe: reached through a final field, frozen by the constructor
        plugins.put("csv", "CsvExport"); // safe: same
        apiLevel = 17; // race:api
    }

    static PluginRegistry get() {
        if (instance == null) { // race:inst1
            synchronized (PluginRegistry.class) {
                if (instance == null) { // safe: all writes are under this lock
                    instance = new PluginRegistry(); // race:inst1,inst2
                }
            }
        }
        return instance; // race:inst2
    }

    String implementation(String format) {
        return plugins.get(format); // safe: final field and never changed after the constructor
    }

    int apiLevel() {
        return apiLevel; // race:api
    }
}
