import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;

/** Lambda expressions and every kind of method reference, called directly and by collections. */
public class Lambdas {
    static class Counter {
        int count;
        final String name;

        Counter() {
            this("none");
        }

        Counter(String name) {
            this.name = name;
        }

        void add(Object seen) {
            count++;
        }

        String name() {
            return name;
        }
    }

    interface Step {
        Object apply(Object from);

        default Step then(Step next) {
            return from -> next.apply(apply(from));
        }
    }

    static Object first(Object from) {
        return from;
    }

    static Object second(Object from) {
        return new Counter("second");
    }

    static void each(List<Object> list, Consumer<Object> action) {
        for (Object element : list) {
            action.accept(element);
        }
    }

    public static void main(String[] args) {
        Supplier<Counter> make = Counter::new;
        Function<String, Counter> makeNamed = Counter::new;
        Function<Counter, String> nameOf = Counter::name;
        Counter counter = make.get();
        Counter named = makeNamed.apply("named");
        String name = nameOf.apply(named);

        List<Object> list = new ArrayList<>();
        list.add(name);
        each(list, counter::add);
        list.forEach(element -> named.add(element));
        list.removeIf(element -> isOld(element));

        Step step = Lambdas::first;
        Object result = step.then(Lambdas::second).apply(counter);

        Map<String, Counter> counters = new HashMap<>();
        Counter made = counters.computeIfAbsent("key", Counter::new);
        Runnable last = () -> made.add(result);
        last.run();
    }

    static boolean isOld(Object element) {
        return element == null;
    }
}
