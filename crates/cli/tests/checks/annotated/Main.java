package annotated;

import java.util.concurrent.locks.ReentrantReadWriteLock;

/** One thread alone: nothing races, but what is declared does not hold. */
public class Main {
    static Main shared;
    private static final Object GLOBAL = new Object();
    private final Object lock = new Object();
    private final ReentrantReadWriteLock both = new ReentrantReadWriteLock();

    @GuardedBy("lock")
    private int byLock;

    @GuardedBy("this")
    private int byThis;

    @GuardedBy("this.lock")
    private int byThisLock;

    @GuardedBy("Main.class")
    private static int byClass;

    @GuardedBy("lock()")
    private int byMethod;

    @GuardedBy("Main.GLOBAL")
    private int byStatic;

    @GuardedBy("both")
    private int byBoth;

    @GuardedBy({"lock", "this"})
    private int byTwo;

    private Main() {
        byLock = 1;
        byThis = 1;
    }

    Object lock() {
        return lock;
    }

    void right() {
        synchronized (lock) {
            byLock++;
            byThisLock++;
            needed();
            synchronized (this) {
                byThis++;
                byTwo++;
            }
        }
        synchronized (Main.class) {
            byClass++;
        }
        synchronized (lock()) {
            byMethod++;
        }
        synchronized (GLOBAL) {
            byStatic++;
        }
        both.writeLock().lock();
        try {
            byBoth++;
        } finally {
            both.writeLock().unlock();
        }
    }

    void wrong() {
        byLock = 2;
        byThis = 2;
        byThisLock = 2;
        byClass = 2;
        byMethod = 2;
        byStatic = 2;
        both.readLock().lock();
        try {
            byBoth = 2;
        } finally {
            both.readLock().unlock();
        }
        synchronized (lock) {
            byTwo = 2;
        }
        needed();
    }

    @GuardedBy("lock")
    private void needed() {
        right = byLock;
    }

    private int right;

    public static void main(String[] args) {
        shared = new Main();
        shared.right();
        shared.wrong();
        System.out.println(new Name("a").hashCode());
    }
}
