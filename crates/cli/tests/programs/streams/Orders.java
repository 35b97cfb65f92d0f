import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** Callbacks of streams, optional values, collectors and comparators. */
public class Orders {
    record Order(String customer, int amount) {
        boolean isLarge() {
            return amount > 100;
        }
    }

    static class Summary {
        int total;

        void take(Order order) {
            total += order.amount();
        }
    }

    static Order made(int number) {
        return new Order("customer " + number, number);
    }

    static String loud(String text) {
        return text.toUpperCase();
    }

    static void report(String name) {
        System.out.println(name);
    }

    static void work(int number) {
        made(number);
    }

    public static void main(String[] args) {
        List<Order> orders = IntStream.range(0, 10).mapToObj(Orders::made).collect(Collectors.toList());
        List<String> names = orders.stream().filter(Order::isLarge).map(Order::customer).map(Orders::loud).toList();
        names.forEach(Orders::report);

        Summary summary = new Summary();
        orders.stream().sorted(Comparator.comparing(Order::customer)).forEach(summary::take);

        Map<String, List<Order>> byCustomer = orders.stream().collect(Collectors.groupingBy(Order::customer));
        Optional<Order> first = orders.stream().findFirst();
        first.ifPresent(order -> summary.take(order));
        Order one = first.orElseGet(() -> made(1));

        IntStream.range(0, 100).parallel().forEach(Orders::work); // missed: a parallel loop
    }
}
