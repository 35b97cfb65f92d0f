// Atomic classes that call functions of the application: updateAndGet, accumulateAndGet, accumulators, field updaters,
// and a lock-free stack that is written with compareAndSet.
package callgraph.atomics;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicIntegerFieldUpdater;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.concurrent.atomic.LongAccumulator;

public class Main {
    public static void main(String[] args) throws InterruptedException {
        AtomicReference<State> state = new AtomicReference<>(new State(0));
        System.out.println(state.updateAndGet(State::next).describe());
        System.out.println(state.getAndUpdate(old -> old.plus(5)).describe());
        System.out.println(state.accumulateAndGet(new State(10), Main::larger).describe());
        AtomicReferenceArray<State> array = new AtomicReferenceArray<>(2);
        array.set(1, new State(3));
        System.out.println(array.updateAndGet(1, State::next).describe());
        System.out.println(new AtomicInteger(6).getAndUpdate(Main::half));
        LongAccumulator most = new LongAccumulator(Main::max, 0);
        most.accumulate(4);
        most.accumulate(2);
        System.out.println(most.get());

        Stack<String> stack = new Stack<>();
        Thread pusher = new Thread(() -> push(stack, "b", 50));
        pusher.start();
        push(stack, "a", 50);
        pusher.join();
        int size = 0;
        while (stack.pop() != null) {
            size++;
        }
        System.out.println(size + " " + stack.pushes());
    }

    private static void push(Stack<String> stack, String text, int times) {
        for (int i = 0; i < times; i++) {
            stack.push(text);
        }
    }

    static State larger(State left, State right) {
        return left.value() > right.value() ? left : right;
    }

    static int half(int number) {
        return number / 2;
    }

    static long max(long left, long right) {
        return Math.max(left, right);
    }
}

record State(int value) {
    State next() {
        return plus(1);
    }

    State plus(int amount) {
        return new State(value + amount);
    }

    String describe() {
        return "state " + value;
    }
}

class Stack<T> {
    @SuppressWarnings("rawtypes")
    private static final AtomicIntegerFieldUpdater<Stack> PUSHES =
            AtomicIntegerFieldUpdater.newUpdater(Stack.class, "pushes");

    private final AtomicReference<Node<T>> top = new AtomicReference<>();
    volatile int pushes;

    void push(T value) {
        Node<T> node = new Node<>(value);
        do {
            node.below = top.get();
        } while (!top.compareAndSet(node.below, node));
        PUSHES.incrementAndGet(this);
    }

    T pop() {
        Node<T> node = top.getAndUpdate(Node::belowOf);
        return node == null ? null : node.value;
    }

    int pushes() {
        return pushes;
    }

    private static final class Node<T> {
        final T value;
        Node<T> below;

        Node(T value) {
            this.value = value;
        }

        static <T> Node<T> belowOf(Node<T> node) {
            return node == null ? null : node.below;
        }
    }
}
