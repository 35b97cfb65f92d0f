package heldout.plugins;

@FunctionalInterface
interface Listener {
    void on(Event event);
}
