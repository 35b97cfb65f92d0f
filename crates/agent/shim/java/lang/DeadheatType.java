package java.lang;

/** A class of locks, and the number that the agent knows it by. */
final class DeadheatType {
    final Class<?> type;
    final int number;

    DeadheatType(Class<?> type, int number) {
        this.type = type;
        this.number = number;
    }
}
