package heldout.payroll;

import java.util.ArrayList;
import java.util.Collections;
import java.util.DoubleSummaryStatistics;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.LongAccumulator;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

public class Main {
    private static final String[] DEPARTMENTS = {"dev", "ops", "sales", "legal"};
    private final List<Employee> staff = IntStream.range(0, 2500)
            .mapToObj(i -> new Employee(i, DEPARTMENTS[i % 4], 1000 + i % 700))
            .collect(Collectors.toList());
    private double lastTotal;

    void raiseAll() {
        staff.parallelStream().forEach(e -> e.raise(1.0 + e.department.length()));
    }

    void bonuses() {
        List<Employee> winners = new ArrayList<>(staff.subList(0, 300));
        winners.addAll(staff.subList(100, 400));
        winners.parallelStream().forEach(e -> e.addBonus(50)); // safe: synchronized on the employee
        double sum = winners.stream().distinct().mapToDouble(Employee::bonus).sum();
        System.out.println("bonuses " + sum);
    }

    void statistics() {
        Map<String, DoubleSummaryStatistics> perDepartment = staff.parallelStream()
                .collect(Collectors.groupingBy(e -> e.department, Collectors.summarizingDouble(Employee::salary))); // safe: containers per task
        Map<Boolean, Long> rich = staff.parallelStream()
                .collect(Collectors.partitioningBy(e -> e.salary() > 1500, Collectors.counting()));
        Map<String, List<Integer>> ids = staff.parallelStream()
                .collect(Collectors.groupingByConcurrent(e -> e.department, ConcurrentSkipListMap::new,
                        Collectors.mapping(e -> e.id, Collectors.toList()))); // safe: the collector locks each list
        String spread = staff.parallelStream().collect(Collectors.teeing(
                Collectors.averagingDouble(Employee::salary), Collectors.counting(), (avg, n) -> Math.round(avg) + "/" + n));
        System.out.println(perDepartment.keySet() + " " + rich + " " + ids.get("dev").size() + " " + spread);
        lastTotal = staff.parallelStream().mapToDouble(Employee::salary).reduce(0, Double::sum); // safe: assigned by main
    }

    void sharedButSafe() {
        List<String> letters = Collections.synchronizedList(new ArrayList<>());
        ConcurrentHashMap<String, List<Integer>> notable = new ConcurrentHashMap<>();
        LongAccumulator top = new LongAccumulator(Long::max, 0);
        double[] tax = new double[staff.size()];
        List<Integer> odd = new ArrayList<>();
        staff.parallelStream().forEach(e -> {
            tax[e.id] = e.salary() * 0.3; // safe: ids are distinct
            top.accumulate(Math.round(e.salary())); // safe: LongAccumulator
            if (e.salary() > 1700) {
                letters.add("Dear " + e.id); // safe: synchronized list
            }
            notable.computeIfAbsent(e.department, d -> new ArrayList<>());
            notable.computeIfPresent(e.department, (d, list) -> {
                list.add(e.id); // safe: atomic per key
                return list;
            });
            if (e.id % 2 == 1) {
                synchronized (odd) {
                    odd.add(e.id); // safe: guarded by odd
                }
            }
        });
        for (String letter : letters) { // safe: after the loop
            System.out.print(letter.length() > 8 ? "" : ".");
        }
        double taxes = 0;
        for (double t : tax) {
            taxes += t; // safe: after the loop
        }
        System.out.printf("%d %d %d %.0f%n", top.get(), odd.size(), notable.get("ops").size(), taxes);
    }

    void arrays() {
        AtomicInteger allocated = new AtomicInteger();
        Employee[] some = staff.parallelStream().filter(e -> e.id % 3 == 0).toArray(n -> {
            allocated.incrementAndGet(); // safe: atomic
            return new Employee[n];
        });
        int notes = IntStream.range(0, some.length).parallel().map(i -> some[i].noteCount()).sum();
        System.out.printf("%d %d %.0f%n", some.length, notes, lastTotal); // safe: main only
    }

    public static void main(String[] args) {
        Main m = new Main();
        m.raiseAll();
        m.bonuses();
        m.statistics();
        m.sharedButSafe();
        m.arrays();
    }
}
