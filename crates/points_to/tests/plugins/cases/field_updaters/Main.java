package field_updaters;

import java.util.concurrent.atomic.AtomicIntegerFieldUpdater;
import java.util.concurrent.atomic.AtomicReferenceFieldUpdater;

// Updaters read and write a field, and call functions on it.
//= Main.read = New, Old, Updated
//= Main.got = New, Old, Updated
//= Main.other =
//= main -> Change.apply
//= Change.before = New, Old, Updated
//= edit compareAndSet(node, new Expected(), new New()) to compareAndSet(node, new Expected(), new Old())
//= edited Main.read = Old, Updated
public class Main {
    static Object read, got, other;
    static final AtomicReferenceFieldUpdater<Node, Value> NEXT =
            AtomicReferenceFieldUpdater.newUpdater(Node.class, Value.class, "next");
    static final AtomicIntegerFieldUpdater<Node> COUNT = AtomicIntegerFieldUpdater.newUpdater(Node.class, "count");

    public static void main(String[] args) {
        Node node = new Node();
        NEXT.set(node, new Old());
        NEXT.compareAndSet(node, new Expected(), new New());
        got = NEXT.getAndSet(node, new Old());
        NEXT.updateAndGet(node, new Change());
        COUNT.incrementAndGet(node);
        read = node.next;
        other = node.other;
    }
}

class Node {
    volatile Value next, other;
    volatile int count;
}

class Value {}

class Old extends Value {}

class New extends Value {}

class Expected extends Value {}

class Updated extends Value {}

class Change implements java.util.function.UnaryOperator<Value> {
    static Object before;

    @Override
    public Value apply(Value value) {
        before = value;
        return new Updated();
    }
}
