package juc.manytasks;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.ForkJoinTask;

/** So many tasks wait in a fork-join pool that its queues grow, pushed from outside and by a task. */
public final class Main {
    static final int TASKS = 2000;

    static final class Parcel {
        int number;

        Parcel(int number) {
            this.number = number;
        }
    }

    static ForkJoinTask<Integer> send(ForkJoinPool pool, int i) {
        Parcel parcel = new Parcel(i);
        return pool == null ? ForkJoinTask.adapt(() -> parcel.number++).fork() : pool.submit(() -> parcel.number++); // safe: ordered (false alarm: tasks that are adapted are not known to have an object each)
    }

    static int sum(ForkJoinPool pool) {
        List<ForkJoinTask<Integer>> tasks = new ArrayList<>();
        for (int i = 0; i < TASKS; i++) {
            tasks.add(send(pool, i));
        }
        int sum = 0;
        for (ForkJoinTask<Integer> task : tasks) {
            sum += task.join();
        }
        return sum;
    }

    public static void main(String[] args) throws Exception {
        ForkJoinPool pool = new ForkJoinPool(3);
        int outside = sum(pool);
        int inside = pool.submit(() -> sum(null)).get();
        if (outside != inside || outside != TASKS * (TASKS - 1) / 2) {
            throw new AssertionError("the sums differ: " + outside + ", " + inside);
        }
        pool.shutdown();
        System.out.println("done");
    }
}
