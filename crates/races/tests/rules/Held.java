// What is held on all ways, and what only on some.

import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;

// Taken twice, given back once.
//: thread once a runs HeldTwice.work
//: race precise free: write f, write f (child a has second)
class HeldTwice {
    static final Lock LOCK = new ReentrantLock();
    static int still;
    static int free;

    public static void main(String[] args) {
        new Thread(HeldTwice::work).start(); // a
        work();
    }

    static void work() {
        LOCK.lock();
        LOCK.lock();
        LOCK.unlock();
        still = 1; // s
        LOCK.unlock();
        free = 1; // f
    }
}

// Who waits gets its lock back.
//: thread once a runs HeldWhileWaiting.lambda$main$0
class HeldWhileWaiting {
    static final Object LOCK = new Object();
    static int count;

    public static void main(String[] args) throws InterruptedException {
        new Thread(() -> {
            synchronized (LOCK) {
                count = 1;
                LOCK.notifyAll();
            }
        }).start(); // a
        synchronized (LOCK) {
            while (count == 0) {
                LOCK.wait();
            }
            count = 2;
        }
    }
}

// An exception leaves the block, and the lock with it.
//: thread once a runs NotHeldInTheHandler.work
//: race precise count: write w, write w (child a has second)
class NotHeldInTheHandler {
    static int count;

    public static void main(String[] args) {
        new Thread(NotHeldInTheHandler::work).start(); // a
        work();
    }

    static void work() {
        try {
            synchronized (NotHeldInTheHandler.class) {
                System.out.println(Integer.parseInt("x"));
            }
        } catch (NumberFormatException e) {
            count = 1; // w
        }
    }
}

//: thread once a runs HeldInTheInnerHandler.work
class HeldInTheInnerHandler {
    static int count;

    public static void main(String[] args) {
        new Thread(HeldInTheInnerHandler::work).start(); // a
        work();
    }

    static void work() {
        synchronized (HeldInTheInnerHandler.class) {
            try {
                System.out.println(Integer.parseInt("x"));
            } catch (NumberFormatException e) {
                count = 1;
            }
        }
    }
}

// The helper gives it back sometimes.
//: thread once a runs ReleasedByAHelper.lambda$main$0
//: race precise count: write w, write w (child a has second)
class ReleasedByAHelper {
    static final Lock LOCK = new ReentrantLock();
    static int count;

    public static void main(String[] args) {
        new Thread(() -> work(true)).start(); // a
        work(args.length > 0);
    }

    static void work(boolean isDone) {
        LOCK.lock();
        leave(isDone);
        count = 1; // w
    }

    static void leave(boolean isDone) {
        if (isDone) {
            LOCK.unlock();
        }
    }
}

//: thread once a runs GivenTheSameLock.lambda$main$0
class GivenTheSameLock {
    static int count;

    public static void main(String[] args) {
        Lock lock = new ReentrantLock();
        new Thread(() -> work(lock)).start(); // a
        work(lock);
    }

    static void work(Lock lock) {
        lock.lock();
        count = 1;
        lock.unlock();
    }
}

//: thread once a runs GivenOtherLocks.lambda$main$0
//: race precise count: write w under l, write w under l (child a has second)
class GivenOtherLocks {
    static int count;

    public static void main(String[] args) {
        Lock first = new ReentrantLock();
        Lock second = new ReentrantLock();
        new Thread(() -> work(first)).start(); // a
        work(second);
    }

    static void work(Lock lock) {
        lock.lock(); // l
        count = 1; // w
        lock.unlock();
    }
}

//: thread once a runs AnotherIsReleased.lambda$main$0
//: race precise maybe: write w, write w (child a has second)
class AnotherIsReleased {
    static final Lock FIRST = new ReentrantLock();
    static final Lock SECOND = new ReentrantLock();
    static int surely;
    static int maybe;

    public static void main(String[] args) {
        new Thread(() -> work(true)).start(); // a
        work(args.length > 0);
    }

    static void work(boolean isFirst) {
        FIRST.lock();
        SECOND.lock();
        SECOND.unlock();
        surely = 1;
        SECOND.lock();
        (isFirst ? FIRST : SECOND).unlock();
        maybe = 1; // w
    }
}

//: thread once a runs TriedInOtherWays.lambda$main$0
class TriedInOtherWays {
    static final Lock LOCK = new ReentrantLock();
    static int negated;
    static int stored;
    static int looped;
    static int timed;

    public static void main(String[] args) throws InterruptedException {
        new Thread(() -> {
            try {
                work();
            } catch (InterruptedException e) {
                System.out.println(e);
            }
        }).start(); // a
        work();
    }

    static void work() throws InterruptedException {
        negated();
        boolean isTaken = LOCK.tryLock();
        if (isTaken) {
            stored = 1;
            LOCK.unlock();
        }
        while (!LOCK.tryLock()) {
            Thread.onSpinWait();
        }
        looped = 1;
        LOCK.unlock();
        if (LOCK.tryLock(3, TimeUnit.SECONDS)) {
            timed = 1;
            LOCK.unlock();
        }
    }

    static void negated() {
        if (!LOCK.tryLock()) {
            return;
        }
        negated = 1;
        LOCK.unlock();
    }
}

// A thread does not have the locks of whoever started it.
//: thread once a runs HeldByTheStarter.lambda$main$0
//: race precise count: write w under l, write a (child a has second)
class HeldByTheStarter {
    static int count;

    public static void main(String[] args) {
        synchronized (HeldByTheStarter.class) { // l
            new Thread(() -> count = 1).start(); // a
            count = 2; // w
        }
    }
}

// Taken in each round, given back in each round but the last.
//: thread once a runs HeldInALoop.lambda$main$0
//: race precise behind: write w, write w (child a has second)
class HeldInALoop {
    static final Lock LOCK = new ReentrantLock();
    static int inside;
    static int behind;

    public static void main(String[] args) {
        new Thread(() -> work(3)).start(); // a
        work(args.length);
    }

    static void work(int rounds) {
        for (int i = 0; i < rounds; i++) {
            LOCK.lock();
            inside = 1;
            LOCK.unlock();
        }
        behind = 1; // w
    }
}

// Whoever overrides the method need not take the lock. But `p` and `c` are never methods of one object, and there is one object.
// Which of the two is called is not clear, so it is not precise.
//: thread once a runs HeldByOneOverride.lambda$main$0
//: race possible count: write p, write p (child a has first)
class HeldByOneOverride {
    static int count;

    public static void main(String[] args) {
        Plain plain = args.length > 0 ? new Plain() : new Careful();
        new Thread(() -> plain.add()).start(); // a
        plain.add();
    }

    static class Plain {
        void add() {
            count = 1; // p
        }
    }

    static class Careful extends Plain {
        @Override
        synchronized void add() {
            count = 2; // c
        }
    }
}
