package classic.generics;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** Erasure: casts at uses, bridge methods with and without another result type. */
class Generics<T extends Comparable<T>> {
    private final List<T> elements = new ArrayList<>();

    T greatest() {
        T greatest = elements.get(0);
        for (T element : elements) {
            if (element.compareTo(greatest) > 0) {
                greatest = element;
            }
        }
        return greatest;
    }

    static int use(Generics<String> strings) {
        return strings.greatest().length();
    }

    static <A, B extends A> A pick(A a, B b, boolean first) {
        return first ? a : b;
    }
}

class ByLength implements Comparator<String> {
    @Override
    public int compare(String a, String b) {
        return a.length() - b.length();
    }
}

class Copyable implements Cloneable {
    @Override
    public Copyable clone() throws CloneNotSupportedException {
        return (Copyable) super.clone();
    }
}
