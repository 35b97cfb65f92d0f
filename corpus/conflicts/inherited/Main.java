package conflicts.inherited;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** A tour operator: what the guides that a tour starts inherit from it, as a copy or as the same object. */
public final class Main {
    private static final InheritableThreadLocal<Map<String, Integer>> EXPENSES = new InheritableThreadLocal<>() {
        @Override
        protected Map<String, Integer> childValue(Map<String, Integer> parent) {
            return parent == null ? new HashMap<>() : new HashMap<>(parent); // safe: done by who makes the thread
        }
    };
    private static final InheritableThreadLocal<List<String>> DIARY = new InheritableThreadLocal<>();
    private static final InheritableThreadLocal<StringBuilder> ROUTE = new InheritableThreadLocal<>() {
        @Override
        protected StringBuilder childValue(StringBuilder parent) {
            return parent.length() > 0 ? parent : new StringBuilder(); // race:route
        }
    };
    private static final ThreadLocal<int[]> STEPS = ThreadLocal.withInitial(() -> new int[1]);

    static final class Guide extends Thread {
        int spent;

        @Override
        public void run() {
            EXPENSES.get().put("museum", 12); // safe: a copy of its own
            DIARY.get().add("museum"); // race:diary
            ROUTE.get().append("museum"); // race:route
            STEPS.get()[0] += 900; // safe: one for each thread
            spent = EXPENSES.get().values().stream().mapToInt(x -> x).sum(); // safe: read after join
        }
    }

    public static void main(String[] args) throws InterruptedException {
        EXPENSES.set(new HashMap<>());
        DIARY.set(new ArrayList<>());
        ROUTE.set(new StringBuilder("hotel"));
        EXPENSES.get().put("bus", 30); // safe: its own
        Guide guide = new Guide();
        guide.start();
        EXPENSES.get().put("dinner", 45); // safe: the guide has a copy
        DIARY.get().add("dinner"); // race:diary
        ROUTE.get().append("dinner"); // race:route
        STEPS.get()[0] += 100; // safe: one for each thread
        guide.join();
        System.out.println(guide.spent + EXPENSES.get().size() + STEPS.get()[0]); // safe: after join
    }
}
