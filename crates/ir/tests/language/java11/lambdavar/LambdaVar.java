package java11.lambdavar;

import java.util.function.BiFunction;

/** `var` for the parameters of a lambda. */
class LambdaVar {
    static BiFunction<String, Integer, String> repeat() {
        return (var text, final var times) -> text.repeat(times);
    }
}
