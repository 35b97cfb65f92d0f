// A Cleaner instead of a finalizer: the action must not hold its object, so it is a class of its own. It runs once, when
// the object is closed; references and their queue are used by hand as well.
package callgraph.cleaners;

import java.lang.ref.Cleaner;
import java.lang.ref.ReferenceQueue;
import java.lang.ref.SoftReference;
import java.lang.ref.WeakReference;

public class Main {
    static final Cleaner CLEANER = Cleaner.create();

    public static void main(String[] args) {
        try (Buffer buffer = new Buffer(16)) {
            buffer.put(3);
            System.out.println(buffer.sum());
        }
        Buffer twice = new Buffer(8);
        twice.close();
        twice.close();
        System.out.println(Memory.freed());
        Cleaner.Cleanable lambda = CLEANER.register(new Object(), Main::cleaned);
        lambda.clean();

        ReferenceQueue<Buffer> queue = new ReferenceQueue<>();
        Tagged tagged = new Tagged(twice, queue, "tag");
        System.out.println(tagged.get().sum() + " " + tagged.tag());
        tagged.enqueue();
        Tagged polled = (Tagged) queue.poll();
        System.out.println(polled.tag() + " " + new SoftReference<>(twice).get().sum());
    }

    private static void cleaned() {
        System.out.println("cleaned by hand");
    }
}

class Buffer implements AutoCloseable {
    private final Memory memory;
    private final Cleaner.Cleanable cleanable;

    Buffer(int size) {
        memory = new Memory(size);
        cleanable = Main.CLEANER.register(this, memory);
    }

    void put(int value) {
        memory.bytes[0] += value;
    }

    int sum() {
        int sum = 0;
        for (int value : memory.bytes) {
            sum += value;
        }
        return sum;
    }

    @Override
    public void close() {
        cleanable.clean();
    }
}

class Memory implements Runnable {
    private static int freed;
    final int[] bytes;

    Memory(int size) {
        bytes = new int[size];
    }

    @Override
    public void run() {
        free(bytes.length);
    }

    private static synchronized void free(int size) {
        freed += size;
    }

    static synchronized int freed() {
        return freed;
    }
}

class Tagged extends WeakReference<Buffer> {
    private final String tag;

    Tagged(Buffer buffer, ReferenceQueue<Buffer> queue, String tag) {
        super(buffer, queue);
        this.tag = tag;
    }

    String tag() {
        return tag;
    }

    @Override
    public Buffer get() {
        return super.get();
    }
}
