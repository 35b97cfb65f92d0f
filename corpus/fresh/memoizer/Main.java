package fresh.memoizer;

import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.FutureTask;
import java.util.function.Function;

/** Results are computed once, with computeIfAbsent and with future tasks. Results have plain fields. */
public class Main {
    interface Computable<A, V> {
        V compute(A argument) throws InterruptedException;
    }

    static class Factorial {
        private BigInteger value;
        private int steps;

        Factorial(int n) {
            value = BigInteger.ONE; // safe: published by the map or the future
            for (int i = 2; i <= n; i++) {
                value = value.multiply(BigInteger.valueOf(i)); // safe: published by the map or the future
                steps++; // safe: published by the map or the future
            }
        }
    }

    static class Memoizer<A, V> implements Computable<A, V> {
        private final ConcurrentMap<A, Future<V>> cache = new ConcurrentHashMap<>();
        private final Function<A, V> function;

        Memoizer(Function<A, V> function) {
            this.function = function;
        }

        @Override
        public V compute(A argument) throws InterruptedException {
            while (true) {
                Future<V> future = cache.get(argument); // safe: concurrent map
                if (future == null) {
                    FutureTask<V> task = new FutureTask<>(() -> function.apply(argument));
                    future = cache.putIfAbsent(argument, task); // safe: concurrent map
                    if (future == null) {
                        future = task;
                        task.run();
                    }
                }
                try {
                    return future.get();
                } catch (ExecutionException e) {
                    cache.remove(argument, future); // safe: concurrent map
                    throw new IllegalStateException(e.getCause());
                }
            }
        }
    }

    static class SimpleMemoizer<A, V> implements Computable<A, V> {
        private final Map<A, V> cache = new ConcurrentHashMap<>();
        private final Function<A, V> function;
        private int computed;

        SimpleMemoizer(Function<A, V> function) {
            this.function = argument -> {
                V value = function.apply(argument);
                synchronized (this) {
                    computed++; // safe: under this
                }
                return value;
            };
        }

        @Override
        public V compute(A argument) {
            return cache.computeIfAbsent(argument, function); // safe: concurrent map
        }

        synchronized int computed() {
            return computed; // safe: under this
        }
    }

    private static Callable<Integer> client(Computable<Integer, Factorial> source) {
        return () -> {
            int steps = 0;
            for (int n = 1; n <= 30; n++) {
                Factorial factorial = source.compute(n);
                if (factorial.value.signum() > 0) { // safe: published by the map or the future
                    steps += factorial.steps; // safe: published by the map or the future
                }
            }
            return steps;
        };
    }

    public static void main(String[] args) throws Exception {
        Memoizer<Integer, Factorial> first = new Memoizer<>(Factorial::new);
        SimpleMemoizer<Integer, Factorial> second = new SimpleMemoizer<>(Factorial::new);
        ExecutorService pool = Executors.newFixedThreadPool(4);
        List<Callable<Integer>> clients = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
            clients.add(client(first));
            clients.add(client(second));
        }
        for (Future<Integer> result : pool.invokeAll(clients)) {
            System.out.println(result.get());
        }
        pool.shutdown();
        System.out.println(second.computed());
    }
}
