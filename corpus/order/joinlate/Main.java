package order.joinlate;

/** Joins in the wrong place: before the start, after the read, and on the wrong thread. */
public final class Main {
    private String draft = "";
    private String proof = "";
    private String print = "";
    private String cover = "";

    void write() {
        draft = "text"; // race:draft
    }

    void correct() {
        proof = "corrected"; // race:proof
    }

    void press() {
        print = "pages"; // race:print
    }

    void paint() {
        cover = "blue"; // safe: joined before it is read
    }

    public static void main(String[] args) throws InterruptedException {
        Main book = new Main();
        Thread author = new Thread(book::write);
        Thread editor = new Thread(book::correct);
        Thread printer = new Thread(book::press);
        Thread painter = new Thread(book::paint);
        printer.join(); // not started: returns at once
        author.start();
        editor.start();
        painter.start();
        int length = book.draft.length(); // race:draft
        author.join();
        painter.join();
        length += book.cover.length(); // safe: after join of the painter
        length += book.proof.length(); // race:proof
        editor.join();
        printer.start();
        length += book.print.length(); // race:print
        if (length > 100) {
            throw new AssertionError();
        }
        System.out.println(book.draft + " " + book.proof + " " + book.cover); // safe: these three have ended
    }
}
