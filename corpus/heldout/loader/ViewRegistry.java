package heldout.loader;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** Maps page names to the classes that display them. */
class ViewRegistry {

    static class DefaultView { }

    static class NewsView { }

    private static volatile ViewRegistry registry;

    private final Map<String, Class<?>> classes = new ConcurrentHashMap<>();
    private String packageName;

    static ViewRegistry get() {
        ViewRegistry r = registry; // safe: volatile
        if (r == null) {
            synchronized (ViewRegistry.class) {
                r = registry;
                if (r == null) {
                    r = new ViewRegistry();
                    r.packageName = ViewRegistry.class.getPackageName(); // safe: before the volatile write
                    registry = r; // safe: volatile
                }
            }
        }
        return r;
    }

    Class<?> viewClass(String page) {
        return classes.computeIfAbsent(page, this::define); // safe: concurrent map
    }

    private Class<?> define(String page) {
        String simple = page.equals("news") ? "NewsView" : "DefaultView";
        String name = packageName + ".ViewRegistry$" + simple; // safe: published by the volatile
        try {
            return Class.forName(name);
        } catch (ClassNotFoundException e) {
            throw new IllegalStateException(name, e);
        }
    }

    int defined() {
        return classes.size();
    }
}
