package order.misflagged;

/** Volatile flags used wrongly: written before the data, read after the data, or reset while the other still writes. */
public final class Main {
    static final class Mailbox {
        private String letter;
        private int stamps;
        private volatile boolean filled;
        private volatile int generation;
        private String poster = "none";

        void fillTooEarly(String text) {
            filled = true; // safe: volatile
            letter = text; // race:letter
        }

        String peek() {
            String found = letter; // race:letter
            return filled ? found : null; // safe: volatile
        }

        void stamp() {
            stamps++; // race:stamps
            generation++; // safe: volatile, though not atomic
        }

        int stamps() {
            int before = generation;
            int count = stamps; // race:stamps
            return before == generation ? count : -1;
        }

        void hang(String text) {
            if (generation >= 0) {
                poster = text; // race:poster
            }
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Mailbox box = new Mailbox();
        Thread writer = new Thread(() -> {
            box.fillTooEarly("hello");
            for (int i = 0; i < 20; i++) {
                box.stamp();
            }
            box.hang("circus");
        });
        Thread other = new Thread(() -> box.hang("concert"));
        writer.start();
        other.start();
        String seen = box.peek();
        int stamps = box.stamps();
        writer.join();
        other.join();
        System.out.println(box.letter + " " + box.stamps); // safe: after join
        if ("".equals(seen) || stamps > 20 || box.poster.equals("none")) { // safe: after join
            throw new AssertionError();
        }
    }
}
