package runtime.inherited;

/** Fields of a superclass, plain and volatile, through the subclass's name. */
public final class Main {
    static final class Derived extends Base {
        private int level; // another field of the same name

        void raise() {
            level++; // safe: only the first thread does this
            super.level = level; // race:level
            wide = level; // safe: read after the volatile write
            published = level;
        }
    }

    public static void main(String[] args) throws Exception {
        Derived shared = new Derived();
        Thread writer = new Thread(() -> {
            for (int i = 0; i < 100; i++) {
                if (i == 0) {
                    shared.raise();
                }
                ((Base) shared).level = i; // race:level
            }
        }, "writer");
        writer.start();
        long sum = 0;
        for (int i = 0; i < 100; i++) {
            sum += ((Base) shared).level; // race:level
        }
        while (shared.published == 0) {
            Thread.onSpinWait();
        }
        sum += shared.wide; // safe: ordered (false alarm: that the loop writes it in its first round only is not known)
        writer.join();
        System.out.println(sum > 0 ? "done" : "nothing");
    }
}
