package classic.interfaces;

/** Interfaces with constants that are computed at run time, and calls through them. */
interface Interfaces extends Comparable<Interfaces> {
    int PLAIN = 3;
    Object COMPUTED = new Object();

    int size();

    @Override
    String toString();
}

abstract class Partly implements Interfaces {
    int use(Interfaces other) {
        return size() + other.size() + other.compareTo(this) + COMPUTED.hashCode() + other.hashCode() + PLAIN;
    }
}
