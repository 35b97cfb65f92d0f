package fresh.objectpool;

import java.util.ArrayDeque;
import java.util.function.Supplier;

/** A pool of byte buffers. Borrowing and giving back do not agree on the lock. */
public final class Main {
    static final class Buffer {
        final byte[] bytes = new byte[16]; // safe: final, and the bytes stay zero
        int uses;
    }

    static final class Pool<T> {
        private final ArrayDeque<T> free = new ArrayDeque<>(64);
        private final Supplier<T> factory;
        private final Object lock = new Object();
        private int created;
        private int borrowed;

        Pool(Supplier<T> factory) {
            this.factory = factory;
        }

        T borrow() {
            synchronized (lock) {
                borrowed++; // race:borrowed
                T item = free.pollFirst(); // race:free
                if (item != null) {
                    return item;
                }
                created++; // safe: under lock
            }
            return factory.get();
        }

        synchronized void giveBack(T item) {
            if (item == null) {
                return;
            }
            borrowed--; // race:borrowed
            free.addLast(item); // race:free
        }

        int created() {
            synchronized (lock) {
                return created; // safe: under lock
            }
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Pool<Buffer> pool = new Pool<>(Buffer::new);
        Runnable job = () -> {
            for (int i = 0; i < 20; i++) {
                Buffer buffer = pool.borrow();
                buffer.uses++; // race:uses
                if (buffer.bytes.length != 16) { // safe: final
                    throw new IllegalStateException();
                }
                pool.giveBack(buffer);
            }
        };
        Thread left = new Thread(job, "left");
        Thread right = new Thread(job, "right");
        left.start();
        right.start();
        left.join();
        right.join();
        System.out.println(pool.created() > 0);
    }
}
