package heldout.payroll3;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletionService;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorCompletionService;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;

public class Main {
    static class Employee {
        final String name;
        int hours;
        double gross;
        double tax;
        boolean paid;

        Employee(String name, int hours) {
            this.name = name;
            this.hours = hours; // safe: before the pool sees the employee
        }
    }

    private final ExecutorService pool = Executors.newFixedThreadPool(2);
    private final List<Employee> staff = new ArrayList<>();
    private double rate;
    private int letters;
    private String period;

    private Callable<Double> grossOf(Employee e) {
        return () -> {
            e.gross = e.hours * rate; // safe: one task per employee, invokeAll waits
            return e.gross;
        };
    }

    private double computeGross() throws InterruptedException, ExecutionException {
        List<Callable<Double>> jobs = new ArrayList<>();
        for (Employee e : staff) {
            jobs.add(grossOf(e));
        }
        double sum = 0;
        for (Future<Double> f : pool.invokeAll(jobs)) {
            sum += f.get();
        }
        return sum;
    }

    private void computeTax() throws InterruptedException {
        CountDownLatch done = new CountDownLatch(staff.size());
        for (Employee e : staff) {
            pool.execute(() -> {
                e.tax = e.gross * 0.2; // safe: gross is complete, one task per employee
                done.countDown();
            });
        }
        done.await();
    }

    private void pay() throws InterruptedException, ExecutionException {
        CompletionService<Employee> cs = new ExecutorCompletionService<>(pool);
        for (Employee e : staff) {
            cs.submit(() -> {
                e.paid = true; // safe: handed back through the completion service
                return e;
            });
        }
        for (int i = 0; i < staff.size(); i++) { // safe: staff is only read by now
            Employee e = cs.take().get();
            e.hours = 0; // safe: the task of this employee is complete
            System.out.println(e.name + " " + e.paid); // safe: the task of this employee is complete
        }
    }

    private void mail() throws InterruptedException, ExecutionException {
        ScheduledExecutorService post = Executors.newScheduledThreadPool(1);
        period = "may"; // safe: before schedule
        ScheduledFuture<Integer> slip = post.schedule(() -> {
            letters += period.length(); // safe: one worker, main waits below
            return letters;
        }, 5, TimeUnit.MILLISECONDS);
        post.execute(() -> letters++); // safe: the same single worker
        System.out.println("slip " + slip.get());
        post.shutdown();
        if (post.awaitTermination(1, TimeUnit.MINUTES)) {
            System.out.println("letters " + letters); // safe: terminated
        }
    }

    public static void main(String[] args) throws Exception {
        Main office = new Main();
        office.rate = 20.5; // safe: before invokeAll
        office.staff.add(new Employee("ada", 30)); // safe: before invokeAll
        office.staff.add(new Employee("bo", 40)); // safe: before invokeAll
        office.staff.add(new Employee("cy", 10)); // safe: before invokeAll
        System.out.println("gross " + office.computeGross());
        office.rate = 21; // safe: all invokeAll tasks are done
        office.computeTax();
        double tax = 0;
        for (Employee e : office.staff) {
            tax += e.tax; // safe: after the latch
        }
        System.out.println("tax " + tax);
        office.pay();
        office.mail();
        office.pool.shutdown();
    }
}
