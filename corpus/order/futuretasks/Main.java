package order.futuretasks;

import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;

/** Tasks that threads are given: who has got the result of one has waited for that one. */
public class Main {
    static final class Tally {
        int passed;
        int early;
        int other;
    }

    static Tally one = new Tally();
    static int[] marks = new int[4];

    private static Tally count(Tally tally) {
        tally.passed++; // safe: who reads it has waited for the task
        tally.early++; // race:early
        return tally;
    }

    public static void main(String[] args) throws InterruptedException, ExecutionException {
        Tally tally = new Tally();
        FutureTask<Tally> task = new FutureTask<>(() -> count(tally));
        new Thread(task).start();
        int early = tally.early; // race:early
        task.get();
        int passed = tally.passed; // safe: after get

        FutureTask<?>[] tasks = new FutureTask<?>[4];
        for (int i = 0; i < tasks.length; i++) {
            int index = i;
            tasks[i] = new FutureTask<>(() -> {
                marks[index] = index + 1; // safe: one element for each, and read after all have ended
                return index;
            });
            new Thread(tasks[i], "task" + i).start();
        }
        for (FutureTask<?> each : tasks) {
            each.get();
        }
        int sum = marks[0] + marks[3]; // safe: all have ended

        FutureTask<Integer> first = new FutureTask<>(() -> one.passed = 1); // safe: waited for
        FutureTask<Integer> second = new FutureTask<>(() -> one.other = 2); // race:other
        new Thread(first).start();
        new Thread(second).start();
        first.get();
        sum += one.passed; // safe: after get
        sum += one.other; // race:other
        second.get();
        System.out.println(early >= 0 && passed == 1 && sum > 0 ? "done" : "?");
    }
}
