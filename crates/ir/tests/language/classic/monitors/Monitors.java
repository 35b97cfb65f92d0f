package classic.monitors;

/** synchronized methods and blocks: left normally, by return, by an exception; nested; on the same and other objects. */
class Monitors {
    private final Object lock = new Object();
    private int count;
    private static int total;

    synchronized void method() {
        count++;
    }

    static synchronized void staticMethod() {
        total++;
    }

    void block() {
        synchronized (lock) {
            count++;
        }
    }

    int returnInside() {
        synchronized (this) {
            return count;
        }
    }

    int nested(Object a, Object b) {
        synchronized (a) {
            synchronized (b) {
                if (count > 10) {
                    return count;
                }
            }
            count++;
        }
        return -1;
    }

    void again() {
        synchronized (this) {
            synchronized (this) {
                count--;
            }
        }
    }

    void throwsInside() {
        synchronized (Monitors.class) {
            throw new IllegalStateException();
        }
    }

    void caught() {
        try {
            synchronized (lock) {
                throwsInside();
            }
        } catch (IllegalStateException e) {
            count = 0;
        }
    }

    void inLoop(Object[] locks) {
        for (Object each : locks) {
            synchronized (each) {
                if (each.hashCode() == 0) {
                    continue;
                }
                if (each.hashCode() == 1) {
                    break;
                }
                count++;
            }
        }
    }
}
