package heldout.pluginhost2;

interface Plugin {
    String id();

    void start() throws Exception;
    default void stop() throws Exception {}
}
