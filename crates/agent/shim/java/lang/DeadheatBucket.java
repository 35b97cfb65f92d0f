package java.lang;

/** Where a chain of entries starts. */
final class DeadheatBucket {
    /** Changed with compare-and-set. */
    volatile DeadheatEntry first;
}
