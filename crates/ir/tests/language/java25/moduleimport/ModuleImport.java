package java25.moduleimport;

import module java.base;

/** An import of a whole module leaves no trace. */
class ModuleImport {
    static Map<String, List<Path>> empty() {
        return new ConcurrentHashMap<>();
    }
}
