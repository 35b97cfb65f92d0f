package app;

import java.lang.ref.Reference;
import java.util.*;
import java.util.concurrent.*;
import java.util.concurrent.atomic.*;
import java.util.function.Consumer;
import java.util.stream.BaseStream;

/** What a program can see of an object by asking it. The last four methods are where the test looks. */
@SuppressWarnings({"unchecked", "rawtypes"})
abstract class Look implements Consumer {
    static void result(Object o) throws Throwable { new Result().see(o); }
    static void receiver(Object o) throws Throwable { new Receiver().see(o); }
    static void argument(Object o) throws Throwable { new Argument().see(o); }
    static void thrown(Throwable o) throws Throwable { new Thrown().direct(o); }

    void see(Object o) throws Throwable {
        direct(o);
        if (o instanceof Iterator) inside(((Iterator) o).next());
        if (o instanceof ListIterator) inside(((ListIterator) o).previous());
        if (o instanceof Enumeration) inside(((Enumeration) o).nextElement());
        if (o instanceof Iterable) inside(((Iterable) o).iterator().next());
        if (o instanceof List) inside(((List) o).get(0));
        if (o instanceof Queue) inside(((Queue) o).peek());
        if (o instanceof Object[]) inside(((Object[]) o)[0]);
        if (o instanceof Optional) inside(((Optional) o).get());
        if (o instanceof Future) inside(((Future) o).get());
        if (o instanceof CompletionStage) inside(((CompletionStage) o).toCompletableFuture().join());
        if (o instanceof BaseStream) inside(((BaseStream) o).iterator().next());
        if (o instanceof Spliterator) ((Spliterator) o).tryAdvance(this);
        if (o instanceof Reference) inside(((Reference) o).get());
        if (o instanceof ThreadLocal) inside(((ThreadLocal) o).get());
        if (o instanceof AtomicReference) inside(((AtomicReference) o).get());
        if (o instanceof AtomicReferenceArray) inside(((AtomicReferenceArray) o).get(0));
        if (o instanceof Map.Entry) {
            key(((Map.Entry) o).getKey());
            value(((Map.Entry) o).getValue());
        }
        if (o instanceof Map) {
            Map m = (Map) o;
            key(m.keySet().iterator().next());
            value(m.values().iterator().next());
            value(m.get(null));
            Map.Entry e = (Map.Entry) m.entrySet().iterator().next();
            key(e.getKey());
            value(e.getValue());
        }
    }

    public void accept(Object o) { inside(o); }

    void inside(Object o) {
        element(o);
        if (o instanceof Iterable) element(((Iterable) o).iterator().next());
        if (o instanceof Object[]) element(((Object[]) o)[0]);
        if (o instanceof Optional) element(((Optional) o).get());
        if (o instanceof Map.Entry) {
            key(((Map.Entry) o).getKey());
            value(((Map.Entry) o).getValue());
        }
    }

    void direct(Object o) {}
    void element(Object o) {}
    void key(Object o) {}
    void value(Object o) {}
}

class Result extends Look {}
class Receiver extends Look {}
class Argument extends Look {}
class Thrown extends Look {}
