package hidden.latestart;

/** The second thread is started when the first one is through; nothing but a lock of a printer lies between them. */
public final class Main {
    static final class Printer {
        private int pages;

        synchronized void print() {
            pages++;
        }
    }

    private static final Printer PRINTER = new Printer();
    private static int toner = 100;

    public static void main(String[] args) throws InterruptedException {
        Thread first = new Thread(Main::letter, "letter");
        first.start();
        Thread.sleep(80);
        Thread second = new Thread(Main::invoice, "invoice");
        second.start();
        first.join();
        second.join();
        System.out.println("done");
    }

    private static void letter() {
        toner--; // race:toner
        PRINTER.print();
    }

    private static void invoice() {
        PRINTER.print();
        if (toner < 0) { // race:toner
            throw new IllegalStateException("empty");
        }
    }
}
