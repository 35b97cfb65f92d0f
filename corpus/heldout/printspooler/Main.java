package heldout.printspooler;

public class Main {
    private static Runnable department(final Spooler spooler, final String name) {
        return new Runnable() {
            @Override
            public void run() {
                for (int i = 0; i < 12; i++) {
                    String job = name + "-" + i;
                    while (!spooler.offer(job)) {
                        Thread.yield();
                    }
                    if (i % 6 == 5) {
                        spooler.offerUrgent(job + "!");
                    }
                }
            }
        };
    }

    private static class Printer implements Runnable {
        private final Spooler spooler;
        private final StringBuilder paper = new StringBuilder();

        Printer(Spooler spooler) {
            this.spooler = spooler;
        }

        @Override
        public void run() {
            try {
                for (int idle = 0; idle < 6;) {
                    String job = spooler.next();
                    if (job == null) {
                        idle++;
                        Thread.sleep(5);
                    } else {
                        paper.append(job).append(' '); // safe: only the printer thread until it is joined
                    }
                }
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Spooler spooler = new Spooler();
        Printer printer = new Printer(spooler);
        Thread sales = new Thread(department(spooler, "sales"));
        Thread legal = new Thread(department(spooler, "legal"));
        Thread out = new Thread(printer);
        sales.start();
        legal.start();
        out.start();
        System.out.println("backlog " + spooler.backlog());
        System.out.println(spooler.statusLine() + ", idle check " + spooler.printedIfIdle());
        sales.join();
        legal.join();
        out.join();
        System.out.println(printer.paper); // safe: printer joined
    }
}
