package java08.references;

import java.util.ArrayList;
import java.util.List;
import java.util.function.BiFunction;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.IntFunction;
import java.util.function.Supplier;
import java.util.function.ToIntFunction;
import java.util.function.UnaryOperator;

/** Method references: static, bound, unbound, super, constructors of classes and arrays, varargs, private. */
class References {
    static ToIntFunction<String> toStatic() {
        return Integer::parseInt;
    }

    static Consumer<Object> bound(List<Object> list) {
        return list::add;
    }

    static Function<String, String> unbound() {
        return String::trim;
    }

    static BiFunction<CharSequence, Integer, Character> ofInterface() {
        return CharSequence::charAt;
    }

    Supplier<String> ofSuper() {
        return super::toString;
    }

    Supplier<Integer> ofPrivate() {
        return this::secret;
    }

    private int secret() {
        return 7;
    }

    static Supplier<List<String>> constructor() {
        return ArrayList::new;
    }

    static IntFunction<String[]> arrayConstructor() {
        return String[]::new;
    }

    static UnaryOperator<String> varargs() {
        return String::format;
    }

    static Function<int[], Object> arrayMethod() {
        return int[]::clone;
    }

    class Member { }

    Supplier<Member> memberConstructor() {
        return Member::new;
    }
}
