package classic.fields;

/** Reads and writes of fields: own, inherited, static, volatile, through other objects. */
class Fields extends Base {
    static final int CONSTANT = 42;
    static final long BIG = 1L << 40;
    static final String TEXT = "text";
    static int count;
    volatile boolean ready;
    transient double weight;
    final Object lock = new Object();
    Fields next;

    void touch(int by) {
        count += by;
        inherited++;
        weight = weight / 2 + by;
        ready = true;
    }

    int through() {
        next.next.inherited = CONSTANT;
        return next.inherited-- + super.inherited;
    }

    static long constants() {
        return BIG + CONSTANT + TEXT.length();
    }

    /** The class named is Fields, the declaring class is Base. */
    static int ofBase() {
        return Fields.shared++;
    }
}

class Base {
    protected int inherited;
    static int shared;
}
