package java.lang;

/** Ranges of an array that a loop inside of another one accessed, and that were not looked at yet. */
final class DeadheatLater {
    final int site;
    final boolean isWrite;
    DeadheatLater next;
    /** Null if there is nothing. */
    Object array;
    int start;
    int end;

    DeadheatLater(int site, boolean isWrite, DeadheatLater next) {
        this.site = site;
        this.isWrite = isWrite;
        this.next = next;
    }

    void set(Object newArray, int newStart, int newEnd) {
        array = newArray;
        start = newStart;
        end = newEnd;
    }

    /** Whether a range is a part of this one, or comes right after it. */
    boolean takes(int newStart, int newEnd) {
        if (newStart < start || newStart > end) {
            return false;
        }
        end = Math.max(end, newEnd);
        return true;
    }
}
