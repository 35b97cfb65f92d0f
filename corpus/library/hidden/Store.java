package library.hidden;

/** What users see: an interface, and a method that makes one. */
public interface Store {
    void put(String key, String value);

    String get(String key);

    int size();

    static Store inMemory() {
        return new MemoryStore();
    }
}
