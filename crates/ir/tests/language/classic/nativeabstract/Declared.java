package classic.nativeabstract;

import java.io.IOException;

/** Methods without code, flags and declared exceptions. */
abstract class Declared {
    abstract void nothing() throws IOException, IllegalStateException;

    static native long now();

    protected final strictfp double strict(double a) {
        return a;
    }

    @Deprecated
    public synchronized native void both();
}
