// Functions made of functions: andThen, compose, negate, currying, recursion through a field, memoisation, lambdas in
// lambdas, lambdas kept in maps and fields, a functional interface of the application with default methods.
package callgraph.composition;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BinaryOperator;
import java.util.function.Function;
import java.util.function.IntUnaryOperator;
import java.util.function.Predicate;
import java.util.function.Supplier;

public class Main {
    private static IntUnaryOperator factorial;

    public static void main(String[] args) {
        Function<Integer, Integer> increment = Main::increment;
        System.out.println(increment.andThen(Main::triple).compose(Main::parse).apply("4"));
        Predicate<String> isLong = Main::isLong;
        System.out.println(isLong.negate().or(text -> startsWithA(text)).test("apple pie"));
        Function<Integer, Function<Integer, Integer>> adder = left -> right -> add(left, right);
        System.out.println(adder.apply(3).apply(4));
        factorial = n -> n <= 1 ? 1 : n * factorial.applyAsInt(n - 1);
        System.out.println(factorial.applyAsInt(5));
        Lazy<String> lazy = new Lazy<>(Main::expensive);
        System.out.println(lazy.get() + lazy.get());

        Map<String, BinaryOperator<Integer>> operators = new LinkedHashMap<>();
        operators.put("+", Main::add);
        operators.put("-", (left, right) -> left - right);
        operators.put("max", BinaryOperator.maxBy(Integer::compare));
        operators.forEach((name, operator) -> System.out.println(name + " " + operator.apply(7, 5)));

        Rule rule = Main::isLong;
        System.out.println(rule.and(text -> text.endsWith("!")).not().check("long enough!"));
        List<Supplier<Integer>> suppliers = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
            int number = i;
            suppliers.add(() -> triple(number));
        }
        System.out.println(suppliers.get(2).get());
        System.out.println(new Memo<Integer, Integer>(Main::triple).apply(6));
    }

    static int increment(int number) {
        return number + 1;
    }

    static int triple(int number) {
        return number * 3;
    }

    static int parse(String text) {
        return Integer.parseInt(text);
    }

    static boolean isLong(String text) {
        return text.length() > 6;
    }

    static boolean startsWithA(String text) {
        return text.startsWith("a");
    }

    static int add(int left, int right) {
        return left + right;
    }

    static String expensive() {
        System.out.println("computing");
        return "value ";
    }
}

interface Rule {
    boolean check(String text);

    default Rule and(Rule other) {
        return text -> check(text) && other.check(text);
    }

    default Rule not() {
        return text -> !check(text);
    }
}

class Lazy<T> implements Supplier<T> {
    private Supplier<T> source;
    private T value;

    Lazy(Supplier<T> source) {
        this.source = source;
    }

    @Override
    public T get() {
        if (source != null) {
            value = source.get();
            source = null;
        }
        return value;
    }
}

class Memo<A, B> implements Function<A, B> {
    private final Map<A, B> known = new HashMap<>();
    private final Function<A, B> function;

    Memo(Function<A, B> function) {
        this.function = function;
    }

    @Override
    public B apply(A argument) {
        return known.computeIfAbsent(argument, function);
    }
}
