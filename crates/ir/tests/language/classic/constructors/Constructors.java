package classic.constructors;

/** Objects between `new` and the end of the constructor, and constructors that throw. */
class Constructors {
    private final int size;

    Constructors(int size) {
        if (size < 0) {
            throw new IllegalArgumentException("size " + size);
        }
        this.size = size;
    }

    static Constructors chosen(boolean large) {
        return new Constructors(large ? 100 : 1);
    }

    static Constructors nested() {
        return new Constructors(new Constructors(3).size);
    }

    static Constructors guarded(int size) {
        Constructors made;
        try {
            made = new Constructors(size);
        } catch (IllegalArgumentException e) {
            made = new Constructors(0);
        }
        return made;
    }

    static void dropped() {
        new Constructors(1);
    }
}

class Sub extends Constructors {
    Sub(int a, int b) {
        super(a > b ? a : b);
    }
}
