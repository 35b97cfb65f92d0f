package combined_handles;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;

// Handles that are made of handles: coarse, but nothing is missed.
//= main -> Steps.first
//= main -> Steps.second
//= main -> Steps.test
//= main -> Steps.handler
//= main -> Steps.spread
//= never Steps.unused
//= Steps.seen = Apple, Basket
//= Steps.caught = any combined_handles/Rotten
//= Main.constant = Pear
//= Steps.inserted = Apple
//= Main.array = Apple[]
//= Main.element = Apple
//= Main.twice = Apple
//= edit filterReturnValue(first, second) to filterReturnValue(first, first)
//= edited never Steps.second
public class Main {
    static Object constant, array, element, twice;

    public static void main(String[] args) throws Throwable {
        MethodHandles.Lookup lookup = MethodHandles.lookup();
        MethodType type = MethodType.methodType(Object.class, Object.class);
        MethodHandle first = lookup.findStatic(Steps.class, "first", type);
        MethodHandle second = lookup.findStatic(Steps.class, "second", type);
        MethodHandles.filterReturnValue(first, second).invoke(new Apple());

        MethodHandle test = lookup.findStatic(Steps.class, "test", MethodType.methodType(boolean.class, Object.class));
        MethodHandles.guardWithTest(test, first, first).invoke(new Apple());

        MethodHandle fail = lookup.findStatic(Steps.class, "fail", MethodType.methodType(void.class));
        MethodHandle handler = lookup.findStatic(Steps.class, "handler", MethodType.methodType(void.class, Rotten.class));
        MethodHandles.catchException(fail, Rotten.class, handler).invoke();

        constant = MethodHandles.constant(Object.class, new Pear()).invoke();

        MethodHandle insert = lookup.findStatic(Steps.class, "insert", type);
        MethodHandles.insertArguments(insert, 0, new Apple()).invoke();

        MethodHandle spread = lookup.findStatic(Steps.class, "spread", MethodType.methodType(void.class, Apple.class));
        spread.asSpreader(Object[].class, 1).invoke(new Object[] {new Apple()});

        Apple[] apples = {new Apple()};
        array = MethodHandles.arrayConstructor(Apple[].class).invoke(3);
        element = (Apple) MethodHandles.arrayElementGetter(Apple[].class).invoke(apples, 0);

        MethodHandle both = lookup.findStatic(Steps.class, "both", MethodType.methodType(Object.class, Object.class, Object.class));
        twice = both.bindTo(new Pear()).bindTo(new Apple()).invoke();
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

    static void unused() {}

    static Object both(Object one, Object other) {
        return other;
    }
}
