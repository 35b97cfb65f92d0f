package java08.lambdas;

import java.util.concurrent.Callable;
import java.util.function.IntBinaryOperator;
import java.util.function.Supplier;

/** Lambda expressions: what they capture decides whether the implementation is static. */
class Lambdas {
    int field;

    static Runnable stateless() {
        return () -> System.out.println("run");
    }

    static Supplier<String> capturing(String text, long number) {
        return () -> text + number;
    }

    Runnable capturingThis(int by) {
        return () -> field += by;
    }

    static IntBinaryOperator withParameters() {
        return (a, b) -> {
            int sum = a + b;
            return sum * sum;
        };
    }

    static Callable<Runnable> nested(Object lock) {
        return () -> () -> {
            synchronized (lock) {
                lock.notify();
            }
        };
    }

    static final Supplier<Object> IN_INITIALISER = Object::new;
}
