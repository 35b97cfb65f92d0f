// An event bus: listeners of several kinds are kept in collections by the class of the event, and are called through one
// call site. A listener unsubscribes itself, another publishes an event of its own.
package callgraph.observers;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

public class Main {
    public static void main(String[] args) {
        Bus bus = new Bus();
        Audit audit = new Audit();
        bus.subscribe(Opened.class, audit);
        bus.subscribe(Closed.class, audit::closed);
        bus.subscribe(Opened.class, new Once(bus));
        bus.subscribe(Opened.class, new Listener<>() {
            @Override
            public void on(Opened event) {
                bus.publish(new Closed(event.name(), echo(event)));
            }
        });
        bus.subscribe(Unused.class, event -> echo(event));
        bus.publish(new Opened("door"));
        bus.publish(new Opened("window"));
        audit.lines().forEach(System.out::println);
    }

    private static String echo(Event event) {
        return event.name().toUpperCase();
    }
}

interface Event {
    String name();
}

record Opened(String name) implements Event {
}

record Closed(String name, String why) implements Event {
}

record Unused(String name) implements Event {
}

interface Listener<E extends Event> {
    void on(E event);
}

class Bus {
    private final Map<Class<?>, List<Listener<?>>> listeners = new LinkedHashMap<>();

    <E extends Event> void subscribe(Class<E> type, Listener<? super E> listener) {
        listeners.computeIfAbsent(type, key -> new ArrayList<>()).add(listener);
    }

    void unsubscribe(Listener<?> listener) {
        listeners.values().forEach(list -> list.remove(listener));
    }

    void publish(Event event) {
        for (Listener<?> listener : List.copyOf(listeners.get(event.getClass()))) {
            deliver(listener, event);
        }
    }

    @SuppressWarnings("unchecked")
    private static <E extends Event> void deliver(Listener<E> listener, Event event) {
        listener.on((E) event);
    }
}

class Audit implements Listener<Event> {
    private final List<String> lines = new ArrayList<>();

    @Override
    public void on(Event event) {
        lines.add("audit " + event.name());
    }

    void closed(Closed event) {
        lines.add("closed " + event.why());
    }

    List<String> lines() {
        return lines;
    }
}

class Once implements Listener<Opened> {
    private final Bus bus;

    Once(Bus bus) {
        this.bus = bus;
    }

    @Override
    public void on(Opened event) {
        System.out.println("once " + event.name());
        bus.unsubscribe(this);
    }

    @Override
    public boolean equals(Object other) {
        return this == other;
    }

    @Override
    public int hashCode() {
        return 1;
    }
}
