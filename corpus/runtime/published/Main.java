package runtime.published;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Objects are handed over without synchronisation. The variable is a race; what the final fields of the object refer to is not,
 * since it is seen as it was when the constructor ended. What other fields hold is.
 */
public final class Main {
    static final class Box {
        int value;

        Box(int value) {
            this.value = value;
        }
    }

    static final class Table {
        final int[] squares = new int[8];
        final Map<String, Integer> names = new HashMap<>();
        final List<Box> boxes;
        int size;

        Table(List<Box> boxes) {
            this.boxes = boxes;
            for (int i = 0; i < squares.length; i++) {
                squares[i] = i * i; // safe: read through a final field
            }
            names.put("three", 3); // safe: read through a final field
            size = squares.length;
        }
    }

    static Table table;

    static final class Open {
        int[] numbers;

        Open() {
            numbers = new int[4]; // race:numbers
            numbers[2] = 5; // race:elements
        }
    }

    static Open open;

    static int sum(Table table) {
        return table.squares[3] + table.names.get("three") + table.boxes.get(0).value; // safe: final fields
    }

    static void publish() {
        List<Box> boxes = new ArrayList<>();
        boxes.add(new Box(4)); // safe: before the constructor
        table = new Table(boxes); // race:table
        open = new Open(); // race:open
    }

    public static void main(String[] args) throws Exception {
        Thread reader = new Thread(() -> {
            Table seen;
            do {
                sleep();
                seen = table; // race:table
            } while (seen == null);
            if (sum(seen) != 16) {
                throw new AssertionError("a constructor was seen half done");
            }
            Open other;
            do {
                sleep();
                other = open; // race:open
            } while (other == null);
            int[] numbers = other.numbers; // race:numbers
            if (numbers != null && numbers[2] > 5) { // race:elements
                throw new AssertionError("a number that nobody wrote");
            }
        });
        reader.start();
        publish();
        reader.join();
        System.out.println("done");
    }

    private static void sleep() {
        try {
            Thread.sleep(20);
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }
}
