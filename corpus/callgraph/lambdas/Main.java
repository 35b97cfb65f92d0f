// Lambdas with captured locals and captured `this`, and method references of every kind: static, bound, unbound,
// constructor, array constructor, super, and one to a method of a functional interface. All are called by application
// code, so the call leads from the caller to the body.
package callgraph.lambdas;

import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.function.IntFunction;
import java.util.function.Supplier;
import java.util.function.ToIntFunction;

public class Main {
    public static void main(String[] args) {
        Counter counter = new Counter(10);
        Function<Integer, Integer> add = counter.adder();
        System.out.println(call(add, 5) + " " + counter.get());
        System.out.println(call(Main::twice, 21));
        System.out.println(call(counter::plus, 7));
        BiFunction<Counter, Integer, Integer> unbound = Counter::plus;
        System.out.println(unbound.apply(counter, 8));
        Function<Integer, Counter> maker = Counter::new;
        System.out.println(maker.apply(3).get());
        IntFunction<Counter[]> array = Counter[]::new;
        System.out.println(array.apply(4).length);
        System.out.println(new Louder(1).both());
        Shape shape = Main::square;
        System.out.println(measure(shape::area));
        Runnable never = () -> System.out.println(twice(0));
        System.out.println(never != null);
    }

    static <A, B> B call(Function<A, B> function, A argument) {
        return function.apply(argument);
    }

    static int measure(ToIntFunction<Integer> measure) {
        return measure.applyAsInt(6);
    }

    static Integer twice(Integer number) {
        return 2 * number;
    }

    static int square(int side) {
        return side * side;
    }
}

interface Shape {
    int area(int side);
}

class Counter {
    private int value;

    Counter(int value) {
        this.value = value;
    }

    Function<Integer, Integer> adder() {
        return amount -> {
            value += amount;
            return get();
        };
    }

    int plus(int other) {
        return value + other;
    }

    int get() {
        return value;
    }
}

class Louder extends Counter {
    Louder(int value) {
        super(value);
    }

    @Override
    int get() {
        return 1000;
    }

    int both() {
        Supplier<Integer> mine = this::get;
        Supplier<Integer> inherited = super::get;
        return mine.get() + inherited.get();
    }
}
