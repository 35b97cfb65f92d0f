// What speaks against a race, beyond joins with a time limit and publication.

import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;

//: thread once a runs Flagged.lambda$main$0
//: race possible late: write v, read l (child a has second)
//: race unlikely count: write w, read r (child a has second); volatile isReady
class Flagged {
    static volatile boolean isReady;
    static int count;
    static int late;

    public static void main(String[] args) {
        new Thread(() -> {
            while (!isReady) {
                Thread.onSpinWait();
            }
            System.out.println(count); // r
            System.out.println(late); // l
        }).start(); // a
        count = 1; // w
        isReady = true;
        late = 1; // v
    }
}

//: thread once a runs Latched.lambda$main$0
//: race possible late: write v, read l (child a has first)
//: race unlikely count: write w, read r (child a has first); signal d
class Latched {
    static int count;
    static int late;

    public static void main(String[] args) throws InterruptedException {
        CountDownLatch latch = new CountDownLatch(1);
        new Thread(() -> {
            count = 1; // w
            latch.countDown(); // d
            late = 1; // v
        }).start(); // a
        latch.await(); // p
        System.out.println(count); // r
        System.out.println(late); // l
    }
}

//: thread once a runs Queued.lambda$main$0
class Queued {
    int weight;

    public static void main(String[] args) throws InterruptedException {
        BlockingQueue<Queued> queue = new ArrayBlockingQueue<>(3);
        new Thread(() -> {
            Queued parcel = new Queued();
            parcel.weight = 1;
            queue.add(parcel);
        }).start(); // a
        queue.take().weight = 2;
    }
}

// Locks that may be the same one, but there is only one thing to lock.
//: thread once a runs MaybeLocked.lambda$main$0
//: race possible count: write w under l, write w under l (child a has second)
class MaybeLocked {
    static int count;

    public static void main(String[] args) {
        Object[] locks = {new Object(), new Object()};
        new Thread(() -> work(locks, 0)).start(); // a
        work(locks, 1);
    }

    static void work(Object[] locks, int index) {
        synchronized (locks[index]) { // l
            count = 1; // w
        }
    }
}

// Each thing has a lock, it seems.
//: thread once a runs LockedByStripes.lambda$main$0
//: race unlikely .count: write w under l, write w under l (child a has second); may-share-lock; index-by-thread
class LockedByStripes {
    int count;

    public static void main(String[] args) {
        Object[] locks = {new Object(), new Object()};
        LockedByStripes[] things = new LockedByStripes[4];
        for (int i = 0; i < things.length; i++) {
            things[i] = new LockedByStripes();
        }
        new Thread(() -> work(locks, things, 1)).start(); // a
        work(locks, things, 3);
    }

    static void work(Object[] locks, LockedByStripes[] things, int index) {
        synchronized (locks[index % locks.length]) { // l
            things[index].count = 1; // w
        }
    }
}
