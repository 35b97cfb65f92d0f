package java.lang;

/** What a call does to objects of a class. */
final class DeadheatCall {
    final Class<?> type;
    /** 1 nothing, 2 it reads, 3 it writes. */
    final int effect;
    /** Where the shadow of their state is, as of a plain field; zero if they have none. */
    final long info;
    final DeadheatCall next;

    DeadheatCall(Class<?> type, int effect, long info, DeadheatCall next) {
        this.type = type;
        this.effect = effect;
        this.info = info;
        this.next = next;
    }
}
