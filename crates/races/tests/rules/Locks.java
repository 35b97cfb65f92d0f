// Locks that are surely held. Each program has two threads, and a field of each way to take a lock.

import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;

// Static methods lock the class, others the object; both together nothing.
//: thread once a runs SynchronizedMethods.lambda$main$0
//: race precise mixed: write mc under c, write mo under o (child a has first)
class SynchronizedMethods {
    static int common;
    static int mixed;
    int own;

    public static void main(String[] args) {
        SynchronizedMethods one = new SynchronizedMethods();
        new Thread(() -> one.work()).start(); // a
        one.work();
    }

    void work() {
        ofClass();
        ofObject();
    }

    static synchronized void ofClass() {
        common++; // c
        mixed = 1; // mc
    }

    synchronized void ofObject() {
        own++; // o
        mixed = 2; // mo
    }
}

//: thread once a runs SynchronizedBlocks.work
//: race precise outside: write w, write w (child a has second)
class SynchronizedBlocks {
    static final Object LOCK = new Object();
    static int inside;
    static int outside;

    public static void main(String[] args) {
        new Thread(SynchronizedBlocks::work).start(); // a
        work();
    }

    static void work() {
        synchronized (LOCK) { // l
            inside++;
        }
        outside = 1; // w
    }
}

// The lock is another object each time.
//: thread once a runs SynchronizedOnNew.work
//: race precise count: write w under l, write w under l (child a has second)
class SynchronizedOnNew {
    static int count;

    public static void main(String[] args) {
        new Thread(SynchronizedOnNew::work).start(); // a
        work();
    }

    static void work() {
        synchronized (new Object()) { // l
            count = 1; // w
        }
    }
}

//: thread once a runs LockedInAHelper.work
//: race precise outside: write w, write w (child a has second)
class LockedInAHelper {
    static final Lock LOCK = new ReentrantLock();
    static int inside;
    static int outside;

    public static void main(String[] args) {
        new Thread(LockedInAHelper::work).start(); // a
        work();
    }

    static void work() {
        take();
        inside = 1;
        leave();
        outside = 1; // w
    }

    static void take() {
        LOCK.lock();
    }

    static void leave() {
        LOCK.unlock();
    }
}

// What is called with the lock has it, unless somebody else calls it without.
//: thread once a runs HeldByTheCaller.work
//: race precise sometimes: write w, write w (child a has second)
class HeldByTheCaller {
    static final Lock LOCK = new ReentrantLock();
    static int always;
    static int sometimes;

    public static void main(String[] args) {
        new Thread(HeldByTheCaller::work).start(); // a
        work();
    }

    static void work() {
        LOCK.lock(); // l
        try {
            always();
            sometimes();
        } finally {
            LOCK.unlock();
        }
        sometimes();
    }

    static void always() {
        always++;
    }

    static void sometimes() {
        sometimes = 1; // w
    }
}

//: thread once a runs ReleasedInOneBranch.work
//: race precise count: write w, read r under l (child a has first)
//: race precise count: write w, write w (child a has second)
class ReleasedInOneBranch {
    static final Lock LOCK = new ReentrantLock();
    static int count;

    public static void main(String[] args) {
        new Thread(ReleasedInOneBranch::work).start(); // a
        work();
    }

    static void work() {
        LOCK.lock(); // l
        if (count > 3) { // r
            LOCK.unlock();
        }
        count = 1; // w
    }
}

//: thread once a runs TriedLocks.work
//: race precise ignored: write i, write i (child a has second)
//: race precise missed: write m, write m (child a has second)
class TriedLocks {
    static final Lock LOCK = new ReentrantLock();
    static int taken;
    static int missed;
    static int ignored;

    public static void main(String[] args) {
        new Thread(TriedLocks::work).start(); // a
        work();
    }

    static void work() {
        if (LOCK.tryLock()) {
            taken = 1;
            LOCK.unlock();
        } else {
            missed = 1; // m
        }
        LOCK.tryLock();
        ignored = 1; // i
    }
}

// Readers exclude writers, but not one another.
//: thread once a runs ReadersAndWriters.work
//: race precise writtenByReaders: write w under r, write w under r (child a has second)
class ReadersAndWriters {
    static final ReentrantReadWriteLock LOCK = new ReentrantReadWriteLock();
    static int written;
    static int writtenByReaders;

    public static void main(String[] args) {
        new Thread(ReadersAndWriters::work).start(); // a
        work();
    }

    static void work() {
        LOCK.readLock().lock(); // r
        System.out.println(written);
        writtenByReaders = 1; // w
        LOCK.readLock().unlock();
        LOCK.writeLock().lock(); // l
        written = 1;
        writtenByReaders = 2;
        LOCK.writeLock().unlock();
    }
}

//: thread once a runs LockOfAnother.work
//: race precise count: write w under w, write w under w (child a has first)
class LockOfAnother {
    static int count;

    public static void main(String[] args) {
        LockOfAnother first = new LockOfAnother();
        LockOfAnother second = new LockOfAnother();
        new Thread(first::work).start(); // a
        second.work();
    }

    synchronized void work() {
        count = 1; // w
    }
}

// The lock is surely the same, though there are many objects: `this.lock` guards `this.count`.
//: thread once a runs GuardedByItsOwn.lambda$main$0
//: race possible .bare: write w, write w (child a has first)
class GuardedByItsOwn {
    final Object lock = new Object();
    int guarded;
    int bare;

    public static void main(String[] args) {
        GuardedByItsOwn[] all = new GuardedByItsOwn[4];
        for (int i = 0; i < all.length; i++) {
            all[i] = new GuardedByItsOwn();
        }
        new Thread(() -> work(all)).start(); // a
        work(all);
    }

    static void work(GuardedByItsOwn[] all) {
        for (GuardedByItsOwn one : all) {
            one.add();
        }
    }

    void add() {
        synchronized (lock) { // l
            guarded++;
        }
        bare = 1; // w
    }
}

// A lock that may be exchanged guards nothing.
//: thread once a runs GuardedByAnotherEachTime.lambda$main$0
//: race possible .count: write w under l, write w under l (child a has first)
//: race possible .lock: write x under l, write x under l (child a has first)
//: race precise .lock: write x under l, read l (child a has second)
class GuardedByAnotherEachTime {
    Object lock = new Object();
    int count;

    public static void main(String[] args) {
        GuardedByAnotherEachTime one = new GuardedByAnotherEachTime();
        new Thread(() -> one.add()).start(); // a
        one.add();
    }

    void add() {
        synchronized (lock) { // l
            count = 1; // w
            lock = new Object(); // x
        }
    }
}

// The lock of a part guards the part, not the whole.
//: thread once a runs GuardedByAPart.lambda$main$0
//: race possible .count: write o under l, write t under l (child a has second)
class GuardedByAPart {
    final Part part = new Part();
    int count;

    public static void main(String[] args) {
        GuardedByAPart one = new GuardedByAPart();
        GuardedByAPart two = new GuardedByAPart();
        new Thread(() -> both(one, two)).start(); // a
        both(two, one);
    }

    static void both(GuardedByAPart one, GuardedByAPart two) {
        synchronized (one.part) { // l
            one.part.size = 1;
            one.count = 1; // o
            two.count = 2; // t
        }
    }

    static class Part {
        int size;
    }
}
