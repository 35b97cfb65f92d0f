// ForkJoinPool: tasks that fork tasks, join them or invoke them all, with and without results, and one that completes
// another.
package callgraph.forkjoin;

import java.util.concurrent.CountedCompleter;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.RecursiveAction;
import java.util.concurrent.RecursiveTask;

public class Main {
    public static void main(String[] args) {
        int[] numbers = new int[100];
        ForkJoinPool pool = new ForkJoinPool(2);
        pool.invoke(new Fill(numbers, 0, numbers.length));
        System.out.println(pool.invoke(new Sum(numbers, 0, numbers.length)));
        Largest largest = new Largest(null, numbers, 0, numbers.length);
        System.out.println(pool.invoke(largest));
        pool.shutdown();
    }
}

class Fill extends RecursiveAction {
    private final int[] numbers;
    private final int from;
    private final int to;

    Fill(int[] numbers, int from, int to) {
        this.numbers = numbers;
        this.from = from;
        this.to = to;
    }

    @Override
    protected void compute() {
        if (to - from <= 10) {
            fill();
        } else {
            int middle = (from + to) / 2;
            invokeAll(new Fill(numbers, from, middle), new Fill(numbers, middle, to));
        }
    }

    private void fill() {
        for (int i = from; i < to; i++) {
            numbers[i] = i * 7 % 50;
        }
    }
}

class Sum extends RecursiveTask<Integer> {
    private final int[] numbers;
    private final int from;
    private final int to;

    Sum(int[] numbers, int from, int to) {
        this.numbers = numbers;
        this.from = from;
        this.to = to;
    }

    @Override
    protected Integer compute() {
        if (to - from <= 10) {
            return directly();
        }
        int middle = (from + to) / 2;
        Sum left = new Sum(numbers, from, middle);
        left.fork();
        return new Sum(numbers, middle, to).compute() + left.join();
    }

    private int directly() {
        int sum = 0;
        for (int i = from; i < to; i++) {
            sum += numbers[i];
        }
        return sum;
    }
}

class Largest extends CountedCompleter<Integer> {
    private final int[] numbers;
    private final int from;
    private final int to;
    private Largest left;
    private Largest right;
    private int result;

    Largest(CountedCompleter<?> parent, int[] numbers, int from, int to) {
        super(parent);
        this.numbers = numbers;
        this.from = from;
        this.to = to;
    }

    @Override
    public void compute() {
        if (to - from > 25) {
            int middle = (from + to) / 2;
            left = new Largest(this, numbers, from, middle);
            right = new Largest(this, numbers, middle, to);
            setPendingCount(2);
            left.fork();
            right.fork();
        } else {
            for (int i = from; i < to; i++) {
                result = Math.max(result, numbers[i]);
            }
        }
        tryComplete();
    }

    @Override
    public void onCompletion(CountedCompleter<?> caller) {
        if (left != null) {
            result = Math.max(left.result, right.result);
        }
    }

    @Override
    public Integer getRawResult() {
        return result;
    }
}
