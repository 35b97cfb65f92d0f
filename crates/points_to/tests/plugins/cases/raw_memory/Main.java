package raw_memory;

import sun.misc.Unsafe;

// Unsafe: offsets are followed from where they are asked for to where they are used.
//= Main.read = New, Put
//= Main.got = New, Put
//= Main.other =
//= Main.shared = Put
//= Main.element = Put
//= Main.anyFirst = Put
//= Main.anySecond = Put
//= Main.allocated = Cell
//= never Cell.<init>
//= edit compareAndSwapObject(cell, FIRST, new Expected(), new New()) to compareAndSwapObject(cell, SECOND, new Expected(), new New())
//= edited Main.read = Put
//= edited Main.other = New
@SuppressWarnings({"removal", "deprecation"})
public class Main {
    static Object read, got, other, element, anyFirst, anySecond, allocated;
    static Object shared;
    static final Unsafe U;
    static final long FIRST, SECOND;

    static {
        try {
            var field = Unsafe.class.getDeclaredField("theUnsafe");
            field.setAccessible(true);
            U = (Unsafe) field.get(null);
            FIRST = U.objectFieldOffset(Node.class.getDeclaredField("first"));
            SECOND = U.objectFieldOffset(Node.class.getDeclaredField("second"));
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    public static void main(String[] args) throws Exception {
        Node cell = new Node();
        U.putObject(cell, FIRST, new Put());
        U.compareAndSwapObject(cell, FIRST, new Expected(), new New());
        read = cell.first;
        got = U.getObjectVolatile(cell, FIRST);
        other = cell.second;

        var field = Main.class.getDeclaredField("shared");
        U.putObject(U.staticFieldBase(field), U.staticFieldOffset(field), new Put());

        Object[] array = new Object[2];
        U.putObject(array, Unsafe.ARRAY_OBJECT_BASE_OFFSET + 4L * args.length, new Put());
        element = array[0];

        // A number that comes from nowhere may mean each field that can hold the value.
        Any any = new Any();
        U.putObject(any, args.length, new Put());
        anyFirst = any.first;
        anySecond = any.second;
        allocated = U.allocateInstance(Cell.class);
    }
}

class Put {}

class New {}

class Expected {}

class Node {
    Object first, second;
}

class Any {
    Object first;
    Put second;
    New third;
}

class Cell {
    Cell() {}
}
