package juc.references;

import java.lang.ref.Cleaner;
import java.lang.ref.PhantomReference;
import java.lang.ref.ReferenceQueue;
import java.util.concurrent.CountDownLatch;

/** A cleaner and a reference queue come after what the owner of an object did. */
public final class Main {
    static final int ROUNDS = 300;

    /** What is handed over. Its fields are plain: only the order of threads makes them safe. */
    static final class Parcel {
        int number;
        long weight;
        String label;
        int[] unused;

        Parcel fill(int i) {
            number = i;
            weight = i * 3L;
            label = "parcel";
            return this;
        }

        void check(int i) {
            if (number != i || weight != i * 3L || !label.equals("parcel")) {
                throw new AssertionError("a parcel was not seen as it was sent: " + number + ", not " + i);
            }
            number = -1; // safe: whoever gets it owns it
        }
    }

    static final class Action implements Runnable {
        final CountDownLatch done = new CountDownLatch(1);
        Parcel parcel = new Parcel().fill(1);

        @Override
        public void run() {
            parcel.check(1);
            done.countDown();
        }
    }

    static Action register(Cleaner cleaner, ReferenceQueue<Object> queue) {
        Object owner = new Object();
        Action action = new Action();
        cleaner.register(owner, action);
        last = new PhantomReference<>(owner, queue);
        return action;
    }

    static PhantomReference<Object> last;

    public static void main(String[] args) throws Exception {
        Cleaner cleaner = Cleaner.create();
        ReferenceQueue<Object> queue = new ReferenceQueue<>();
        Action action = register(cleaner, queue);
        while (action.done.getCount() > 0) {
            System.gc();
            Thread.sleep(5);
        }
        if (queue.remove(60_000) != last) {
            throw new AssertionError("another reference was in the queue");
        }
        System.out.println("done");
    }
}
