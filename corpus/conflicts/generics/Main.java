package conflicts.generics;

import java.util.function.BiFunction;
import java.util.function.UnaryOperator;

/** Generic containers of our own: a box, a pair and a linked stack, some with a lock. */
public final class Main {
    static class Box<T> {
        protected T content;

        Box(T content) {
            this.content = content; // safe: before start
        }

        T get() {
            return content; // race:content
        }

        void update(UnaryOperator<T> operator) {
            content = operator.apply(content); // race:content
        }
    }

    static final class LockedBox<T> extends Box<T> {
        LockedBox(T content) {
            super(content);
        }

        @Override
        synchronized T get() {
            return content; // safe: both methods of this class lock
        }

        @Override
        synchronized void update(UnaryOperator<T> operator) {
            content = operator.apply(content); // safe: both methods of this class lock
        }
    }

    static final class Stack<E> {
        private static final class Node<E> {
            final E item;
            final Node<E> below;

            Node(E item, Node<E> below) {
                this.item = item;
                this.below = below;
            }
        }

        private Node<E> top;
        private int size;

        void push(E item) {
            top = new Node<>(item, top); // race:top
            synchronized (this) {
                size++; // safe: under this
            }
        }

        <R> R fold(R start, BiFunction<R, E, R> function) {
            R result = start;
            for (Node<E> node = top; node != null; node = node.below) { // race:top
                result = function.apply(result, node.item); // safe: final
            }
            return result;
        }
    }

    record Pair<A, B>(A first, B second) {
    }

    public static void main(String[] args) throws InterruptedException {
        Pair<Box<Integer>, Box<Integer>> boxes = new Pair<>(new Box<>(1), new LockedBox<>(1));
        Box<String> own = new Box<>("main");
        Stack<String> stack = new Stack<>();
        Runnable work = () -> {
            for (int i = 0; i < 10; i++) {
                boxes.first().update(n -> n + 1);
                boxes.second().update(n -> n + 1);
                stack.push("x");
            }
        };
        Thread first = new Thread(work);
        Thread second = new Thread(work);
        first.start();
        second.start();
        own.update(text -> text + boxes.second().get().getClass().getSimpleName());
        int depth = stack.fold(0, (n, item) -> n + item.length()) + boxes.first().get();
        first.join();
        second.join();
        System.out.println(boxes.second().get() + " " + stack.size + own.get()); // safe: after join
        if (depth < 0) {
            throw new AssertionError();
        }
    }
}
