package library.promises;

import java.util.Arrays;

/** Each has listeners of its own, which it locks itself for; and all have one list in common, for which that is no lock. */
public class Promise {
    private static final Listeners ALL = new Listeners(null);

    private Listeners listeners;
    private boolean isDone;

    public void listen(Runnable listener) {
        synchronized (this) {
            if (listeners == null) {
                listeners = new Listeners(listener); // race:promise-listeners
            } else {
                listeners.add(listener); // safe: under the lock
            }
            ALL.add(listener);
        }
    }

    public synchronized void done() {
        isDone = true; // safe: under the lock
        if (listeners != null) {
            listeners.run(); // safe: under the lock
        }
    }

    public int size() {
        return listeners == null ? 0 : listeners.size(); // race:promise-listeners
    }

    /** One that tells more. */
    public static class Progress extends Promise {
        @Override
        public void listen(Runnable listener) {
            super.listen(listener);
        }
    }

    /** Knows no promise. */
    static final class Listeners {
        private Runnable[] all = new Runnable[2];
        private int size;

        Listeners(Runnable first) {
            all[0] = first; // safe: new
            size = 1; // safe: new
        }

        void add(Runnable listener) {
            if (size == all.length) { // race:promise-size,promise-all
                all = Arrays.copyOf(all, size * 2); // race:promise-size,promise-all
            }
            all[size++] = listener; // race:promise-size,promise-all
        }

        void run() {
            for (int i = 0; i < size; i++) {
                all[i].run();
            }
        }

        int size() {
            return size; // race:promise-size
        }
    }
}
