package runtime.kinds;

/** Fields of every type, static and not, read and written by two threads. */
public final class Main {
    static class All {
        boolean z;
        byte b;
        char c;
        short s;
        int i;
        long j;
        float f;
        double d;
        Object o;
        int[] a;
    }

    static byte sb;
    static long sj;
    static double sd;
    static Object so;
    static final All all = new All();
    static volatile long vj;
    static volatile Object vo;

    static double use(int n) {
        All it = all;
        it.z ^= n > 3; // race:z
        it.b += (byte) n; // race:b
        it.c += (char) n; // race:c
        it.s += (short) n; // race:s
        it.i += n; // race:i
        it.j += n; // race:j
        it.f += n; // race:f
        it.d += n; // race:d
        it.o = it.o == null ? it : null; // race:o
        it.a = it.a == null ? new int[n] : null; // race:a
        sb += (byte) n; // race:sb
        sj += n; // race:sj
        sd += n; // race:sd
        so = so == null ? it : null; // race:so
        vj++; // safe: volatile, though updates are lost
        vo = it; // safe: volatile
        return it.d; // race:d
    }

    public static void main(String[] args) throws Exception {
        Runnable work = () -> {
            double sum = 0;
            // The volatile fields order some of it; the first round of each thread is not ordered.
            for (int n = 0; n < 50; n++) {
                sum += use(n);
            }
            if (sum < 0) {
                System.out.println("negative");
            }
        };
        Thread first = new Thread(work, "first");
        Thread second = new Thread(work, "second");
        first.start();
        second.start();
        first.join();
        second.join();
        System.out.println("done");
    }
}
