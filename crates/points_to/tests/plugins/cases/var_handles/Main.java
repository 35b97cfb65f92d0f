package var_handles;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

// Variable handles: fields of objects, static fields and elements, read, written, compared and exchanged.
//= Main.read = New, Set, Witness
//= Main.exchanged = New, Set, Witness
//= Main.witnessed = New, Set, Witness
//= Main.other =
//= Main.staticRead = StaticNew, StaticSet
//= Main.element = ElementNew, ElementSet
//= Main.unreflected = New, Set, Witness
//= Main.shared = StaticNew, StaticSet
//= edit compareAndSet(box, new Expected(), new New()) to compareAndSet(box, new Expected(), new Set())
//= edited Main.read = Set, Witness
public class Main {
    static Object read, exchanged, witnessed, other, staticRead, element, unreflected;
    static volatile Object shared;
    static final VarHandle VALUE, SHARED;
    static final VarHandle ELEMENT = MethodHandles.arrayElementVarHandle(Object[].class);

    static {
        try {
            VALUE = MethodHandles.lookup().findVarHandle(Box.class, "value", Object.class);
            SHARED = MethodHandles.lookup().findStaticVarHandle(Main.class, "shared", Object.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    public static void main(String[] args) throws Exception {
        Box box = new Box();
        VALUE.set(box, new Set());
        VALUE.compareAndSet(box, new Expected(), new New());
        witnessed = VALUE.compareAndExchange(box, new Expected(), new Witness());
        exchanged = VALUE.getAndSet(box, new Set());
        read = box.value;
        other = box.other;

        SHARED.setVolatile(new StaticSet());
        SHARED.compareAndSet(new Expected(), new StaticNew());
        staticRead = SHARED.getAcquire();

        Object[] elements = new Object[1];
        ELEMENT.setRelease(elements, 0, new ElementSet());
        ELEMENT.weakCompareAndSet(elements, 0, new Expected(), new ElementNew());
        element = elements[0];

        VarHandle again = MethodHandles.lookup().unreflectVarHandle(Box.class.getDeclaredField("value"));
        unreflected = again.get(box);
    }
}

class Box {
    Object value, other;
}

class Set {}

class New {}

class Witness {}

class Expected {}

class StaticSet {}

class StaticNew {}

class ElementSet {}

class ElementNew {}
