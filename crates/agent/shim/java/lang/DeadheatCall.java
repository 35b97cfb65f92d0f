package java.lang;

/** What a call does to objects of a class. */
final class DeadheatCall {
    final Class<?> type;
    final int effect;
    final DeadheatCall next;

    DeadheatCall(Class<?> type, int effect, DeadheatCall next) {
        this.type = type;
        this.effect = effect;
        this.next = next;
    }
}
