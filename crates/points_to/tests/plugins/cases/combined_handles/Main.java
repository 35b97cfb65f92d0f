package combined_handles;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;

// Handles that are made of handles: coarse, but nothing is missed.
//= filter -> Steps.first
//= filter -> Steps.second
//= guard -> Steps.test
//= fail -> Steps.handler
//= spread -> Steps.spread
//= invoker -> Steps.invoked
//= never Steps.unused
// It gets what `first` returns; what `first` is given is spurious.
//= Steps.seen = Apple, Basket
//= Steps.caught = any Rotten
//= Main.constant = Pear
//= Steps.inserted = Apple
//= Main.array = Apple[]
//= Main.element = Apple
//= Main.stored = Pear
// Bound handles of one method share their code; the pear is spurious.
//= Main.twice = Apple, Pear
//= edit filterReturnValue(first, second) to filterReturnValue(first, first)
//= edited never Steps.second
public class Main {
    static Object constant, array, element, stored, twice;
    static final MethodHandles.Lookup LOOKUP = MethodHandles.lookup();
    static final MethodType TYPE = MethodType.methodType(Object.class, Object.class);

    public static void main(String[] args) throws Throwable {
        filter();
        guard();
        fail();
        spread();
        invoker();
        constant = MethodHandles.constant(Object.class, new Pear()).invoke();
        MethodHandle insert = LOOKUP.findStatic(Steps.class, "insert", TYPE);
        MethodHandles.insertArguments(insert, 0, new Apple()).invoke();
        arrays();
        MethodHandle both = LOOKUP.findStatic(
                Steps.class, "both", MethodType.methodType(Object.class, Object.class, Object.class));
        twice = both.bindTo(new Pear()).bindTo(new Apple()).invoke();
    }

    static void filter() throws Throwable {
        MethodHandle first = LOOKUP.findStatic(Steps.class, "first", TYPE);
        MethodHandle second = LOOKUP.findStatic(Steps.class, "second", TYPE);
        MethodHandles.filterReturnValue(first, second).invoke(new Apple());
    }

    static void guard() throws Throwable {
        MethodHandle first = LOOKUP.findStatic(Steps.class, "first", TYPE);
        MethodHandle test = LOOKUP.findStatic(Steps.class, "test", MethodType.methodType(boolean.class, Object.class));
        MethodHandles.guardWithTest(test, first, first).invoke(new Apple());
    }

    static void fail() throws Throwable {
        MethodHandle fail = LOOKUP.findStatic(Steps.class, "fail", MethodType.methodType(void.class));
        MethodHandle handler =
                LOOKUP.findStatic(Steps.class, "handler", MethodType.methodType(void.class, Rotten.class));
        MethodHandles.catchException(fail, Rotten.class, handler).invoke();
    }

    static void spread() throws Throwable {
        MethodHandle spread = LOOKUP.findStatic(Steps.class, "spread", MethodType.methodType(void.class, Apple.class));
        spread.asSpreader(Object[].class, 1).invoke(new Object[] {new Apple()});
    }

    static void invoker() throws Throwable {
        MethodHandle invoked = LOOKUP.findStatic(Steps.class, "invoked", TYPE);
        MethodHandles.invoker(TYPE).invoke(invoked, new Apple());
    }

    static void arrays() throws Throwable {
        Apple[] apples = {new Apple()};
        array = MethodHandles.arrayConstructor(Apple[].class).invoke(3);
        element = (Apple) MethodHandles.arrayElementGetter(Apple[].class).invoke(apples, 0);
        Object[] objects = new Object[1];
        MethodHandles.arrayElementSetter(Object[].class).invoke(objects, 0, new Pear());
        stored = objects[0];
    }
}

class Apple {}

class Pear {}

class Basket {}

class Rotten extends RuntimeException {}

class Steps {
    static Object seen, caught, inserted;

    static Object first(Object in) {
        return new Basket();
    }

    static Object second(Object in) {
        seen = in;
        return in;
    }

    static boolean test(Object in) {
        return in == null;
    }

    static void fail() {
        throw new Rotten();
    }

    static void handler(Rotten rotten) {
        caught = rotten;
    }

    static Object insert(Object in) {
        inserted = in;
        return in;
    }

    static void spread(Apple apple) {}

    static Object invoked(Object in) {
        return in;
    }

    static void unused() {}

    static Object both(Object one, Object other) {
        return other;
    }
}
