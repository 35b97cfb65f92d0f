package java08.defaults;

/** Default and static methods of interfaces. */
interface Defaults {
    int size();

    default boolean isEmpty() {
        return size() == 0;
    }

    static Defaults of(int size) {
        return () -> size;
    }
}

interface Other {
    default boolean isEmpty() {
        return true;
    }
}

class Both implements Defaults, Other {
    @Override
    public int size() {
        return Defaults.of(3).size();
    }

    @Override
    public boolean isEmpty() {
        return Defaults.super.isEmpty() && Other.super.isEmpty();
    }
}
